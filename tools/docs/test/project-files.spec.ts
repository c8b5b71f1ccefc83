import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly workspaces: readonly string[];
}
const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8')) as Manifest;

const packages = manifest('.').workspaces.flatMap((pattern) => {
  const kind = pattern.replace('/*', '');
  return readdirSync(join(workspace, kind))
    .map((name) => `${kind}/${name}`)
    .filter((folder) => existsSync(join(workspace, folder, 'package.json')));
});

it.each([
  ['LICENSE', /Apache License\s+Version 2\.0/],
  ['SECURITY.md', /90 days/],
  ['CHANGELOG.md', new RegExp(`^## ${manifest('.').version.replaceAll('.', '\\.')}$`, 'm')],
  ['ARCHITECTURE.md', /way of a request/],
  ['CONTRIBUTING.md', /## Recipes/],
  ['.editorconfig', /max_line_length = 100/],
])('%s exists', (file, content) => {
  expect(readFileSync(join(workspace, file), 'utf8')).toMatch(content);
});

it('ARCHITECTURE.md maps every package that has a README', () => {
  const map = readFileSync(join(workspace, 'ARCHITECTURE.md'), 'utf8');
  const missing = packages.filter(
    (folder) =>
      existsSync(join(workspace, folder, 'README.md')) && !map.includes(`(${folder}/README.md)`),
  );
  expect(missing).toEqual([]);
});
