import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { migrations } from '@chat-admin/persistence/schema/migrations/migrations';
import { emptyDatabase, testDatabase } from '@chat-admin/persistence/testing/test-database';
import { TEST_DOMAIN, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { stablePort } from '@chat-admin/processes/stable-port';
import pg from 'pg';

const MAIN = bundledProgram('serve');
const OWN = migrations.length;

let database: TestDatabase;
let child: ChildProcess;
let output: string;
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await database.drop();
});

function launch(environment: Readonly<Record<string, string>> = {}): void {
  output = '';
  child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: database.url, XMPP_DOMAIN: TEST_DOMAIN },
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
      ...environment,
    },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
}

async function ready(): Promise<void> {
  await firstMessage(child, () => output);
}

async function says(text: string): Promise<void> {
  while (!output.includes(text)) await Promise.race([once(child.stdout!, 'data'), ended()]);
}

const ended = () => once(child, 'close') as Promise<[number | null, string | null]>;

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const become = (level: number, oldest: number) =>
  sql(`update schema_state set level = ${level}, oldest_level = ${oldest}, program = '9.8.7'`);

async function users(): Promise<number> {
  const [, api] = /The API listens on (\S+)/.exec(output)!;
  return (await fetch(`${api}/users`, { headers: { authorization: TEST_SECRET } })).status;
}

it('with DATABASE_MIGRATIONS=check it waits, answers probes, and serves once the database is prepared', async () => {
  database = await emptyDatabase();
  const [port, legacyPort] = [await stablePort(), await stablePort()];
  launch({
    DATABASE_MIGRATIONS: 'check',
    MANAGEMENT_PORT: String(port),
    LEGACY_MANAGEMENT_PORT: String(legacyPort),
  });
  await says('npm run -s chat-admin -- migrate');
  for (const one of [port, legacyPort]) {
    const url = `http://127.0.0.1:${one}`;
    const reply = await untilAnswered(`${url}/readyz`);
    expect([reply.status, await reply.text()]).toEqual([503, 'readiness/server (schema)\n']);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  }
  const serving = ready();
  await migrate();
  await serving;
  expect(output.match(/chat-admin -- migrate/g)).toHaveLength(1);
  expect(await users()).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

it('waits or ends while an import is loading, and serves once that has ended', async () => {
  database = await testDatabase();
  await sql(`create schema moving; create table moving.run (state text not null);
    insert into moving.run values ('loading')`);
  launch();
  expect(await ended()).toEqual([1, null]);
  expect(output).toContain('An import is running: ');
  launch({ DATABASE_MIGRATIONS: 'check', DATABASE_URL: database.appUrl });
  await says('Waiting: An import is running: ');
  const serving = ready();
  await sql(`update moving.run set state = 'finished'`);
  await serving;
  expect(output.match(/Waiting: /g)).toHaveLength(1);
  expect(await users()).toBe(200);
});

it('serves a higher level with one warning, and ends with 78 once a newer program is needed', async () => {
  database = await testDatabase();
  await become(OWN + 1, OWN);
  launch();
  await ready();
  await says('prepared for chat-admin 9.8.7, which is newer than this one');
  expect(await users()).toBe(200);
  await become(OWN + 2, OWN);
  await become(OWN + 2, OWN + 1);
  expect(await ended()).toEqual([78, null]);
  expect(output).toContain('The database needs chat-admin 9.8.7 or newer\n');
  expect(output.match(/newer than this one/g)).toHaveLength(1);
  launch();
  expect(await ended()).toEqual([78, null]);
  expect(output).toBe('The database needs chat-admin 9.8.7 or newer\n');
});

async function untilAnswered(url: string): Promise<Response> {
  for (;;) {
    const reply = await fetch(url).catch(() => null);
    if (reply !== null) return reply;
  }
}

/** By the command. */
async function migrate(): Promise<void> {
  const main = bundledProgram('cli');
  const environment = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: database.url, XMPP_DOMAIN: TEST_DOMAIN },
    ...{ DATABASE_MIGRATIONS: 'check', API_INITIAL_SECRET: TEST_SECRET },
  };
  const command = spawn(process.execPath, [main, 'migrate'], { env: environment, stdio: 'ignore' });
  expect(await once(command, 'close')).toEqual([0, null]);
}
