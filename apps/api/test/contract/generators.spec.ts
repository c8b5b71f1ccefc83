import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';

const run = promisify(execFile);
const own = (name: string) => fileURLToPath(new URL(`../generators/${name}`, import.meta.url));
const CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/chat-admin/', import.meta.url),
);
const SOURCES = ['programs', 'package.json', 'tsconfig.json', 'orval.config.cjs'];

/** How each makes its client of `openapi.json`, without options that mend anything. */
const GENERATORS: Readonly<Record<string, string>> = {
  'openapi-fetch':
    'openapi-typescript openapi.json -o programs/generated/openapi-typescript/description.d.ts',
  'hey-api': 'openapi-ts -i openapi.json -o programs/generated/hey-api -c @hey-api/client-fetch -s',
  orval: 'orval --config orval.config.cjs',
  'swagger-typescript-api':
    'swagger-typescript-api generate -p openapi.json -o programs/generated/swagger-typescript-api -n api.ts --silent',
};
const NAMES = Object.keys(GENERATORS);

/** A folder with the packages of the lockfile, which several runs may share. */
async function installed(): Promise<string> {
  const files = ['package.json', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(own(file)));
  const folder = join(CACHE, `generators-${hash.digest('hex').slice(0, 16)}`);
  if (await readFile(join(folder, 'package.json')).catch(() => null)) return folder;
  await mkdir(CACHE, { recursive: true });
  const made = await mkdtemp(join(CACHE, 'generators-'));
  for (const file of files) await cp(own(file), join(made, file));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: made,
  });
  // somebody else may have been faster
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  return folder;
}

describe('a client made from the description by', () => {
  let api: TestApi;
  let packages: string;
  let folder: string;
  let base: string;
  beforeAll(async () => {
    [api, packages] = await Promise.all([TestApi.start(), installed()]);
    base = `${api.baseUrl.origin}/plugins/restapi/v1`;
    folder = await mkdtemp(join(packages, 'run-'));
    for (const name of SOURCES) await cp(own(name), join(folder, name), { recursive: true });
    const { text } = await api.call('GET', '/openapi.json', 'json');
    await writeFile(join(folder, 'openapi.json'), text);
    await Promise.all(NAMES.map((name) => tool(GENERATORS[name]!)));
    await tool('tsc -p .');
  });
  afterAll(async () => {
    await api?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  async function tool(command: string): Promise<void> {
    const [name, ...words] = command.split(' ') as [string, ...string[]];
    const file = join(packages, 'node_modules/.bin', name);
    const env = { PATH: process.env['PATH'], HOME: folder, BASE: base };
    await run(file, words, { cwd: folder, env }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${command}: ${stdout}${stderr}`);
      },
    );
  }

  it.each(NAMES)('%s compiles strictly and does what it is for', async (name) => {
    const words = [join(folder, `dist/${name}.js`), base, TEST_SECRET, name];
    const { stdout } = await run(process.execPath, words);
    const [first, second, third] = ['a', 'b', 'c'].map((letter) => `${name}-${letter}`);
    expect(JSON.parse(stdout)).toEqual({
      created: [201, 201],
      replayed: 'true',
      taken: { status: 409, code: 'user-already-exists', exception: 'UserAlreadyExistsException' },
      pages: [[first, second], [third]],
      changed: [200, 412],
      stale: 'PreconditionFailedException',
      job: { status: 'done', succeeded: 2 },
      events: ['user.created', 'user.created', 'user.created', 'user.updated'],
    });
  });
});
