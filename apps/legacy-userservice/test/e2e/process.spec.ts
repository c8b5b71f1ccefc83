import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { ADDRESS, encoded, exchange, expectReply, FORM } from '../support/user-service.js';

const MAIN = bundledProgram('legacy-userservice');

let database: TestDatabase;
let child: ChildProcess;
let output: string;
let folder: string;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-userservice-'));
  output = '';
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The app as a process, with only the given environment. */
function launch(environment: Readonly<Record<string, string>>): void {
  child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
}

/** @throws with the output of the process if it ends instead */
async function ready(): Promise<void> {
  expect(await firstMessage(child, () => output)).toBe('ready');
}

async function says(text: string): Promise<void> {
  while (!output.includes(text)) await once(child.stdout!, 'data');
}

async function endsOn(signal: NodeJS.Signals): Promise<void> {
  const closed = once(child, 'close');
  child.kill(signal);
  expect(await closed).toEqual([0, null]);
}

it('starts, serves and stops alone on an empty database, without disclosing secrets', async () => {
  const ports = { LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' };
  const other = join(folder, 'of-somebody-else');
  await symlink(other, join(folder, 'shared-secret'));
  launch({ DATABASE_URL: database.url, ...ports, DATA_DIR: folder });
  await ready();
  const [, base] = /listens on (http:\S+?)\/plugins\/restapi\/userservice\n/.exec(output)!;
  const [, path] = /The shared secret is in (\S+)\n/.exec(output)!;
  expect(path).toBe(join(folder, 'shared-secret'));
  expect((await stat(path!)).mode & 0o777).toBe(0o600);
  await expect(stat(other)).rejects.toThrow('ENOENT');
  const secret = (await readFile(path!, 'utf8')).trim();
  expect(secret).toMatch(/^\S{32}$/);
  expect(output).not.toContain(secret);
  const url = new URL(base!);
  const add = {
    type: 'add',
    username: 'ann',
    password: 'hidden-password',
    name: 'Hidden Name',
    groups: 'tea',
  };
  const query = `${ADDRESS}?${encoded({ ...add, secret })}`;
  expectReply(await exchange(url, 'GET', query), '<result>OK</result>');
  const wrong = encoded({ ...add, secret: 'hidden-guess' });
  expectReply(
    await exchange(url, 'POST', ADDRESS, { 'Content-Type': FORM }, wrong),
    '<error>RequestNotAuthorised</error>',
  );
  await exchange(url, 'PUT', query);
  await endsOn('SIGTERM');
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines).toHaveLength(3);
  for (const hidden of [secret, 'hidden', 'Hidden', 'secret=', 'username'])
    expect(lines.join('\n')).not.toContain(hidden);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    'url.path': ADDRESS,
    'http.response.status_code': 200,
    'user.name': 'userservice',
  });

  launch({ DATABASE_URL: database.url, LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' });
  output = '';
  await ready();
  expect(output).not.toMatch(/shared secret/i);
  const [, again] = /listens on (http:\S+?)\/plugins\/restapi\/userservice\n/.exec(output)!;
  expectReply(
    await exchange(new URL(again!), 'GET', query),
    '<error>UserAlreadyExistsException</error>',
  );
  await endsOn('SIGINT');
});

it('names the command that shows the first secret where it can keep none', async () => {
  const ports = { LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' };
  const nowhere = join(folder, 'nowhere');
  launch({ DATABASE_URL: database.url, ...ports, DATA_DIR: nowhere, STATE_DIRECTORY: nowhere });
  await ready();
  expect(output).toContain('The shared secret: npm run -s secret\n');
  await endsOn('SIGTERM');
});

it('shows the first secret on a terminal, and keeps it nowhere', async () => {
  const command = `exec ${process.execPath} ${MAIN}`;
  child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: folder },
      ...{ LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
    },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await says('Shared secret (shown only now): ');
  await expect(stat(join(folder, 'shared-secret'))).rejects.toThrow('ENOENT');
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
});

it('reports why connections were lost, and nothing else about them', async () => {
  launch({ DATABASE_URL: database.url, LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' });
  await ready();
  output = '';
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  await says('received again');
  await endsOn('SIGTERM');
  const lines = output.trimEnd().split('\n');
  const reason = 'terminating connection due to administrator command (57P01)';
  const told = lines.map((line) => (JSON.parse(line) as { message: string }).message);
  expect(told.filter((text) => text.startsWith('Change notices'))).toEqual([
    `Change notices from the database are not received: ${reason}`,
    'Change notices from the database are received again',
  ]);
  // what waits when its connection ends fails with it
  const others = told.filter((text) => !text.startsWith('Change notices'));
  for (const text of others) {
    expect([
      `A connection to the database was lost: ${reason}`,
      `The system properties could not be refreshed: ${reason}`,
    ]).toContain(text);
  }
  expect(others).not.toEqual([]);
  for (const line of lines) {
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      ...['log.level', '@timestamp', 'service.name', 'service.version', 'service.node.name'],
      ...['process.pid', 'event.dataset', 'message'],
    ]);
  }
});

it('names every invalid setting, but not its value', async () => {
  launch({
    DATABASE_URL: 'mysql://hidden',
    LEGACY_PORT: 'hidden',
    LEGACY_SUNSET: '2025-02-30',
    LEGACY_DEPRECATED_SINCE: 'yesterday',
  });
  expect(await once(child, 'close')).toEqual([78, null]);
  for (const name of ['DATABASE_URL', 'LEGACY_PORT', 'LEGACY_SUNSET', 'LEGACY_DEPRECATED_SINCE'])
    expect(output.split(`  ${name}: `)).toHaveLength(2);
  expect(output).not.toContain('hidden');
});

describe('an unusable database', () => {
  it.each<[string, (url: URL) => void, number, string]>([
    [
      'rejects the password',
      (url) => (url.password = 'hidden'),
      78,
      'The configuration is invalid:\n  DATABASE_URL: the database rejects the user or the password\n',
    ],
    [
      'requires a password',
      (url) => (url.password = ''),
      78,
      'The configuration is invalid:\n  DATABASE_URL: the database requires a password, and the address has none\n',
    ],
    [
      'is not running',
      (url) => (url.port = '1'),
      69,
      'The user service cannot run: The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n',
    ],
  ])('that %s ends the process, with one line', async (_case, change, code, text) => {
    const url = new URL(database.url);
    change(url);
    launch({ DATABASE_URL: url.href, LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' });
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(output).toBe(text);
  });
});
