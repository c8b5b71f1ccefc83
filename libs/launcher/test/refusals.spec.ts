import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));
const NOBODY = { uid: 65_534, gid: 65_534 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-refusals-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

/** @returns code and output of a script */
function run(script: string, environment: NodeJS.ProcessEnv, account = {}) {
  const env = { PATH: process.env['PATH'], ...environment };
  const options = { ...account, cwd: '/', env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], options);
  return { status, output: `${stdout}${stderr}` };
}

describe('where Node is too old', () => {
  it.each([
    ...['tools/start.mjs', 'tools/chat-admin.mjs', 'tools/secret.mjs', 'apps/cli/dist/main.js'],
    ...['serve', 'api', 'legacy-userservice'].map((app) => `apps/${app}/dist/main.js`),
  ])('%s says what it needs, and nothing else', async (script) => {
    const old = join(folder, 'old.cjs');
    await writeFile(
      old,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`,
    );
    expect(run(join(WORKSPACE, script), { NODE_OPTIONS: `--require=${old}` })).toEqual({
      status: 78,
      output: 'chat-admin needs Node 20.19 or newer; this is 18.20\n',
    });
  });
});

const rooted = needsRoot(describe, 'npm start where it cannot write') as typeof describe;

rooted('npm start where it cannot write', () => {
  it('says that nothing is built, without a compiler run', async () => {
    await cp(join(WORKSPACE, 'tools'), join(folder, 'tools'), {
      recursive: true,
      filter: (path) => !/tools\/[^/]+\//.test(path.replace(WORKSPACE, '')),
    });
    for (const project of [
      'node_modules',
      'libs/launcher',
      'apps/serve',
      'tools/compiler/node_modules/typescript/bin',
    ]) {
      await mkdir(join(folder, project), { recursive: true });
    }
    await writeFile(
      join(folder, 'tools/compiler/node_modules/typescript/bin/tsc'),
      'throw new Error("started")',
    );
    const { status, output } = run(join(folder, 'tools/start.mjs'), {}, NOBODY);
    expect(status).toBe(78);
    expect(output.trim().split('\n').at(-1)).toBe(
      `Nothing is built: run "npm run build" as the owner of ${folder}/`,
    );
    expect(output).not.toMatch(/^\s+at |started/m);
  });

  it.each([
    ['cannot be made', 'closed/data', 'permission denied'],
    ['is below a file', 'file/data', 'it is below a file'],
    ['is a file', 'file', 'it is no folder'],
  ])('names DATA_DIR when the folder %s', async (_, place, reason) => {
    await mkdir(join(folder, 'closed'));
    await writeFile(join(folder, 'file'), '');
    const directory = join(folder, place);
    const environment = { DATA_DIR: directory, CHAT_SERVER: 'none' };
    const { status, output } = run(join(WORKSPACE, 'tools/start.mjs'), environment, NOBODY);
    expect(status).toBe(78);
    expect(output).toContain(
      `The configuration is invalid:\n  DATA_DIR: ${directory} cannot be written (${reason}); set it to a writable folder\n`,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });
});
