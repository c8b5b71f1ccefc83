import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FIELD_OF_A_ROOM } from './field-recipe.js';
import type { Step } from './field-recipe.js';

const run = promisify(execFile);
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const LEFT = new Set(['node_modules', '.git', '.nx', '.data', 'release']);
const OWN = '@chat-admin';

/** What CONTRIBUTING says notices a forgotten step, without a chat server, by project. */
const SUITES = {
  'libs/persistence': ['src/schema/schema.spec', 'schema/migrations/migrations.spec'],
  'tools/docs': ['test/declared.spec'],
  'apps/api': ['test/contract/rooms.spec', 'test/contract/openapi.spec'],
};

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'chat-admin-recipe-'));
  const filter = (path: string) => !LEFT.has(basename(path));
  await cp(workspace, copy, { recursive: true, preserveTimestamps: true, filter });
  await linkPackages();
  for (const step of FIELD_OF_A_ROOM) await carryOut(step);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Packages of others are those of the workspace, our own those of the copy. */
async function linkPackages(): Promise<void> {
  const [from, to] = [join(workspace, 'node_modules'), join(copy, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name !== OWN) await symlink(join(from, name), join(to, name));
  }
  await cp(join(from, OWN), join(to, OWN), { recursive: true, verbatimSymlinks: true });
}

async function carryOut({ file, before, text }: Step): Promise<void> {
  const path = join(copy, file);
  if (before === undefined) return writeFile(path, text);
  const content = await readFile(path, 'utf8');
  const place = content.indexOf(before);
  if (place < 0) throw new Error(`${file} has no place "${before}"`);
  await writeFile(path, content.slice(0, place) + text + content.slice(place));
}

const node = (folder: string, ...given: readonly string[]) => {
  const env = { ...process.env };
  // of the run that this test is a part of
  for (const name of ['JEST_WORKER_ID', 'ANSWERED_ROUTES', 'NODE_OPTIONS']) delete env[name];
  return run(process.execPath, given, { cwd: join(copy, folder), env, maxBuffer: 2 ** 26 });
};

it('a field of a room, made as CONTRIBUTING says, compiles and passes its tests', async () => {
  const packages = join(workspace, 'node_modules');
  const projects = Object.keys(SUITES);
  await node(
    '.',
    join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc'),
    '-b',
    ...projects,
  );
  const jest = join(packages, 'jest/bin/jest.js');
  for (const [project, suites] of Object.entries(SUITES)) {
    await node(project, jest, '-c', join(copy, 'jest.preset.mjs'), '-i', ...suites);
  }
}, 1_200_000);
