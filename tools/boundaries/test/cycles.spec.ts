import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

/** What a file imports of its own project, types included. */
function neighbours(file: string): readonly string[] {
  const imported = readFileSync(file, 'utf8').matchAll(/\b(?:from|import) '(\..*?)\.js'/g);
  return [...imported]
    .map(([, path]) => join(dirname(file), `${path}.ts`))
    .filter((path) => existsSync(path));
}

/** The first circle that is met from `file` on; `null`: none. @param seen files that lead to none */
function circle(file: string, way: readonly string[], seen: Set<string>): readonly string[] | null {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (seen.has(file)) return null;
  for (const next of neighbours(file)) {
    const found = circle(next, [...way, file], seen);
    if (found) return found;
  }
  seen.add(file);
  return null;
}

const sources = ['apps', 'integrations', 'libs', 'testing', 'tools'].flatMap((kind) =>
  readdirSync(join(workspace, kind)).map((name) => join(workspace, kind, name, 'src')),
);

it.each(
  sources.filter((folder) => existsSync(folder)).map((folder) => relative(workspace, folder)),
)('no import in %s leads back to where it stands', (folder) => {
  const seen = new Set<string>();
  const files = readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' });
  const circles = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => circle(join(workspace, folder, name), [], seen))
    .filter((found) => found !== null);
  expect(circles.map((found) => found.map((file) => relative(workspace, file)))).toEqual([]);
});
