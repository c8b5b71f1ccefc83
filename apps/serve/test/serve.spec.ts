import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

const MAIN = bundledProgram('serve');
const SECRET = 'secret-of-the-tests';
const headers = { authorization: SECRET, accept: 'application/json' };

let database: TestDatabase;
let child: ChildProcess;
let output: string;
beforeEach(async () => {
  database = await emptyDatabase();
  output = '';
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await database.drop();
});

function launch(environment: Readonly<Record<string, string>>): void {
  child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
      ...{ API_INITIAL_SECRET: SECRET, API_TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' },
      ...environment,
    },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
}

/** @throws with the output of the process if it ends instead */
async function ready(): Promise<void> {
  await firstMessage(child, () => output);
}

const said = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? `not said: ${pattern}`;

async function rows(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const found = await client.query<unknown[]>({ text, rowMode: 'array' });
    return found.rows.flat();
  } finally {
    await client.end();
  }
}

it('serves both, each at its own address, and the user service also at that of the API', async () => {
  launch({ DATABASE_URL: database.url });
  await ready();
  const api = said(/The API listens on (\S+)/);
  const legacy = said(/user service listens on (\S+)/);
  const forwarded = api.replace('restapi/v1', 'userService/userservice');
  const add = (name: string) => `type=add&secret=${SECRET}&username=${name}&password=p1-secret`;
  expect((await fetch(`${legacy}?${add('ann')}`)).status).toBe(200);
  const from = { headers: { 'x-forwarded-for': '192.0.2.7' } };
  expect((await fetch(`${forwarded}?${add('bob')}`, from)).status).toBe(200);
  expect((await fetch(`${api}/users/ann`, { headers })).status).toBe(200);
  const entry = `select details from audit_entry where username = 'userservice' order by 1`;
  expect(await rows(entry)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/address=127\.0\.0\.1$/),
      expect.stringMatching(/address=192\.0\.2\.7$/),
    ]),
  );
  const apps = `select distinct application_name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() order by 1`;
  expect(await rows(apps)).toEqual(['chat-admin serve', 'chat-admin serve changes']);
  for (const probes of output.matchAll(/metrics: (\S+)\/readyz/g)) {
    const metrics = await (await fetch(`${probes[1]}/metrics`)).text();
    expect(metrics.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1);
    expect((await fetch(`${probes[1]}/readyz`)).status).toBe(200);
  }
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
});

it.each(['at its own address', 'at that of the API'])(
  'the user service believes no forwarded address unless its sender is trusted, %s',
  async (where) => {
    launch({ DATABASE_URL: database.url, API_TRUSTED_PROXIES: '', LEGACY_FAILED_LOGIN_LIMIT: '3' });
    await ready();
    const own = said(/user service listens on (\S+)/);
    const api = said(/The API listens on (\S+)/);
    const address = where.endsWith('API')
      ? api.replace('restapi/v1', 'userService/userservice')
      : own;
    const call = (secret: string, last: number) =>
      fetch(`${address}?type=add&username=ann&password=p1-secret&secret=${secret}`, {
        headers: { 'x-forwarded-for': `192.0.2.${last}` },
      });
    expect((await call(SECRET, 1)).status).toBe(200);
    expect(await rows(`select details from audit_entry where username = 'userservice'`)).toEqual([
      expect.stringMatching(/address=127\.0\.0\.1$/),
    ]);
    const statuses: number[] = [];
    for (const last of [2, 3, 4, 5, 6]) statuses.push((await call('wrong', last)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  },
);

it('leaves the addresses of the user service to LEGACY_URL', async () => {
  launch({ DATABASE_URL: database.url, LEGACY_URL: 'http://127.0.0.1:1' });
  await ready();
  const api = said(/The API listens on (\S+)/);
  const reply = await fetch(api.replace('restapi/v1', 'userService/userservice'));
  expect(reply.status).toBe(503);
});

it('reports the faults of both at once, each once', async () => {
  launch({ API_PORT: 'many', LEGACY_PORT: 'few', DATABASE_POOL_SIZE: '1' });
  expect(await once(child, 'close')).toEqual([78, null]);
  expect(output.split('\n')).toEqual([
    'The configuration is invalid:',
    expect.stringMatching(/^ {2}DATABASE_URL: /),
    expect.stringMatching(/^ {2}DATABASE_POOL_SIZE: /),
    expect.stringMatching(/^ {2}API_PORT: /),
    expect.stringMatching(/^ {2}LEGACY_PORT: /),
    '',
  ]);
});

it('ends when an address is in use', async () => {
  launch({ DATABASE_URL: database.url });
  await ready();
  const first = child;
  const { port } = new URL(said(/The API listens on (\S+)/));
  output = '';
  launch({ DATABASE_URL: database.url, API_PORT: port });
  expect(await once(child, 'close')).toEqual([78, null]);
  expect(output).toMatch(
    new RegExp(
      `^The configuration is invalid:\n {2}API_PORT: ${port} on 127\\.0\\.0\\.1 is in use by \\S+ \\(process ${first.pid}\\); `,
      'm',
    ),
  );
  expect(output).not.toMatch(/^\s+at /m);
  const closed = once(first, 'close');
  first.kill('SIGTERM');
  await closed;
});

it('a request with an idempotency key acts once, although its instance is killed in the middle', async () => {
  const post = () =>
    fetch(`${said(/The API listens on (\S+)/)}/users`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'order-1' },
      body: JSON.stringify({ username: 'ola', password: 'p1-secret' }),
    });
  launch({ DATABASE_URL: database.url });
  await ready();
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin; lock table account in exclusive mode');
  const interrupted = post().catch(() => 'no answer');
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await rows(waiting)).length === 0);
  const killed = once(child, 'close');
  child.kill('SIGKILL');
  await killed;
  expect(await interrupted).toBe('no answer');
  await blocker.end();
  output = '';
  launch({ DATABASE_URL: database.url });
  await ready();
  const lastSignOfLife = (age: string) =>
    rows(`update idempotency_key set noted_at = clock_timestamp() - interval '${age}'`);
  await lastSignOfLife('1 second');
  const meanwhile = await post();
  expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([409, '1']);
  await lastSignOfLife('61 seconds');
  const [anew, again] = [await post(), await post()];
  expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(await rows(`select username from account where username = 'ola'`)).toEqual(['ola']);
});
