import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GENERATED_FILES } from '../src/generated.js';
import { FIELD_OF_A_ROOM } from './field-recipe.js';
import type { Step } from './field-recipe.js';

const run = promisify(execFile);
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const LEFT = new Set(['node_modules', '.git', '.nx', '.data', 'release']);
const OWN = '@chat-admin';

/** All that says what becomes of a field, but what needs a chat server. */
const SUITES = {
  'libs/persistence': ['src/schema/schema.spec', 'schema/migrations/migrations.spec'],
  'libs/moving': ['src/target/merges.spec'],
  'tools/docs': ['test/declared.spec'],
  'apps/api': [
    ...['test/contract/rooms.spec', 'test/contract/rooms-patch.spec'],
    ...['test/contract/jobs-types.spec', 'test/contract/openapi.spec'],
  ],
};
const DESCRIPTION = 'libs/client/src/description.ts';
/** of a recipe, with what is generated */
const MOST_FILES = 12;

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
  const own = 'tools/docs/test/node_modules';
  await symlink(join(workspace, own), join(copy, own));
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

const compile = (...given: readonly string[]) =>
  node('.', join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc'), ...given);
const test = (project: string, ...suites: readonly string[]) => {
  const jest = join(workspace, 'node_modules/jest/bin/jest.js');
  return node(project, jest, '-c', join(copy, 'jest.preset.mjs'), '-i', ...suites);
};
const compileAll = () => compile('-b', ...Object.keys(SUITES));
const compileConsole = () => compile('-p', 'apps/console/tsconfig.json');

it('a field of a room, made as CONTRIBUTING says, compiles and passes its tests', async () => {
  await compileAll();
  await node('.', 'tools/docs/dist/main.js');
  const generated = [];
  for (const file of GENERATED_FILES.filter((one) => one !== 'NOTICE')) {
    const [now, before] = [join(copy, file), join(workspace, file)];
    if ((await readFile(now, 'utf8')) !== (await readFile(before, 'utf8'))) generated.push(file);
  }
  expect(generated).toEqual([DESCRIPTION]);
  const files = new Set([...FIELD_OF_A_ROOM.map(({ file }) => file), ...generated]);
  expect(files.size).toBeLessThanOrEqual(MOST_FILES);
  await compile('-b', 'libs/client');
  await compileConsole();
  for (const [project, suites] of Object.entries(SUITES)) await test(project, ...suites);
}, 1_800_000);

/** `npm run soak:recipes`: each step is left out once. */
const left = process.env['LEAVE_OUT'] === undefined ? [] : FIELD_OF_A_ROOM;
for (const step of left) {
  const { file, before, text, noticedBy } = step;
  it(`${file} without ${JSON.stringify(before ?? 'all')} is noticed by ${String(noticedBy)}`, async () => {
    const path = join(copy, file);
    const whole = await readFile(path, 'utf8');
    await (before === undefined ? rm(path) : writeFile(path, whole.replace(text, '')));
    const noticed = async () => {
      if (noticedBy === 'compiler') return compileAll();
      return noticedBy === 'compiler of the console' ? compileConsole() : test(...noticedBy);
    };
    await expect(noticed()).rejects.toThrow('Command failed');
    await writeFile(path, whole);
  }, 1_800_000);
}
