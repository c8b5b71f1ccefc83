import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { CommandProcess } from './support/command-process.js';

const SERVICES = ['start', 'serve', 'api', 'userservice'] as const;
const SECRET = 'secret-of-the-tests';
const PORTS = {
  ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
};

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-services-'));
  database = await emptyDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const settings = () => ({
  ...{ ...PORTS, DATABASE_URL: database.url, API_INITIAL_SECRET: SECRET, LOG_LEVEL: 'silent' },
  ...{ DATA_DIR: folder, CHAT_SERVER: 'none' },
});

const userStatus = async (api: string) => {
  const reply = await fetch(`${api}/users`, { headers: { authorization: SECRET } });
  return reply.status;
};
const legacyStatus = async (legacy: string) =>
  (await fetch(`${legacy}?type=enable&secret=${SECRET}&username=nobody`)).status;

describe.each(['start', 'serve'] as const)('%s', (name) => {
  it('serves the API and the user service, and stops with 0', async () => {
    const service = CommandProcess.run([name], settings());
    expect(await userStatus(await service.says(/The API listens on (\S+)/))).toBe(200);
    expect(await legacyStatus(await service.says(/user service listens on (\S+)/))).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(service.output).not.toContain(SECRET);
  });
});

it('api serves the API alone, and stops with 0', async () => {
  const service = CommandProcess.run(['api'], settings());
  expect(await userStatus(await service.says(/The API listens on (\S+)/))).toBe(200);
  expect(service.output).not.toContain('user service');
  expect(await service.stop()).toBe(0);
});

it('userservice serves the user service alone, and stops with 0', async () => {
  const service = CommandProcess.run(['userservice'], settings());
  expect(await legacyStatus(await service.says(/user service listens on (\S+)/))).toBe(200);
  expect(service.output).not.toContain('The API');
  expect(await service.stop()).toBe(0);
});

describe.each(SERVICES)('%s', (name) => {
  it('knows no other options, and shows an example', async () => {
    const refused = CommandProcess.run([name, '--port', '1'], {});
    expect(await refused.ended).toBe(64);
    expect(refused.output).toContain("unknown option '--port'");
    const help = CommandProcess.run([name, '--help'], {});
    expect(await help.ended).toBe(0);
    expect(help.output).toContain(`Example:\n  ${ownCommand(name)}\n`);
  });

  it('ends with 78 when its settings are invalid, without a stack', async () => {
    const unusable = { ...settings(), API_PORT: 'many', LEGACY_PORT: 'few' };
    const service = CommandProcess.run([name], unusable);
    expect(await service.ended).toBe(78);
    expect(service.output).toMatch(/^The configuration is invalid:\n {2}[A-Z_]+: /m);
    expect(service.output).not.toMatch(/^\s+at /m);
  });
});

it.each(SERVICES)('%s ends with 69 while the database is away', async (name) => {
  const service = CommandProcess.run([name], {
    ...settings(),
    DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/chat',
  });
  expect(await service.ended).toBe(69);
  expect(service.output).toContain(
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
  );
  expect(service.output).not.toMatch(/hidden|^\s+at /m);
});

describe('a name that is no setting', () => {
  it.each(SERVICES)('%s refuses in the file, and when it is nearly one', async (name) => {
    const file = join(folder, `${name}.conf`);
    await writeFile(file, 'API_KEY=hidden\n');
    const given = { ...settings(), CHAT_ADMIN_CONFIG: file, API_PROT: '1' };
    const service = CommandProcess.run([name], given);
    expect(await service.ended).toBe(78);
    expect(service.output.split('\n')).toEqual([
      'The configuration is invalid:',
      '  API_KEY: there is no such setting; remove it',
      '  API_PROT: there is no such setting; did you mean API_PORT?',
      '',
    ]);
  });

  it('is otherwise a warning; settings of the file hold', async () => {
    const file = join(folder, 'sound.conf');
    await writeFile(file, 'LOG_LEVEL=warn\n');
    const { LOG_LEVEL: _, ...given } = settings();
    const service = CommandProcess.run(['serve'], {
      ...{ ...given, CHAT_ADMIN_CONFIG: file, API_KEY: 'hidden' },
    });
    const warning = await service.says(/(\{.*These look like settings and are none: API_KEY.*\})/);
    expect(() => JSON.parse(warning) as unknown).not.toThrow();
    await service.says(/(user service listens on)/);
    expect(await service.stop()).toBe(0);
    expect(service.output).not.toContain('hidden');
    expect(service.output.match(/none: API_KEY/g)).toHaveLength(1);
  });
});

it('--help loads no framework and no driver', async () => {
  const list = join(folder, 'list.cjs');
  await writeFile(
    list,
    `process.on('exit', () => console.log(Object.keys(require.cache).join('\\n')));`,
  );
  // not bundled, so that each module is told
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const help = await promisify(execFile)(process.execPath, ['--require', list, main, '--help']);
  expect(help.stdout).toContain('node_modules/commander');
  expect(help.stdout).not.toMatch(/node_modules\/(@nestjs|fastify|typeorm|pg|ioredis|pino)\b/);
});
