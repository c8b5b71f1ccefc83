import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { until } from '@chat-admin/debian-programs/until';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

const MAIN = bundledProgram('serve');
const SECRET = 'secret-of-the-tests';

type Line = Readonly<Record<string, unknown>>;

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

function launch(environment: Readonly<Record<string, string>>, nodeArguments: string[] = []): void {
  child = spawn(process.execPath, [...nodeArguments, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
      ...{ API_INITIAL_SECRET: SECRET, DATABASE_URL: database.url },
      ...{ LOG_FORMAT: 'json', AUDIT_LOG: 'stdout' },
      ...environment,
    },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
}

/** Each line of both outputs, which are JSON, and say what and when. */
function lines(): readonly Line[] {
  const whole = output.slice(0, output.lastIndexOf('\n') + 1).trimEnd();
  return whole.split('\n').map((line) => {
    const read = JSON.parse(line) as Line;
    expect(Date.parse(String(read['@timestamp']))).toBeGreaterThan(0);
    expect(read).toMatchObject({
      'service.name': 'chat-admin',
      'process.pid': child.pid,
      'log.level': expect.stringMatching(/^(info|warn|error)$/) as string,
      'event.dataset': expect.stringMatching(/^chat-admin\.(log|access|audit)$/) as string,
    });
    return read;
  });
}

const messages = () => lines().map(({ message }) => String(message));

async function started(): Promise<string> {
  await firstMessage(child, () => output);
  const said = messages().find((message) => message.startsWith('The API listens on '));
  return said!.replace('The API listens on ', '');
}

it('each line is JSON, from start to stop, with lost connections and Node’s own warnings', async () => {
  launch({}, ['--require', fileURLToPath(new URL('./support/warn.cjs', import.meta.url))]);
  const api = await started();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = {
    authorization: SECRET,
    'content-type': 'application/json',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  };
  const body = JSON.stringify({ username: 'ann', password: 'p1-secret' });
  expect((await fetch(`${api}/users`, { method: 'POST', headers, body })).status).toBe(201);
  expect((await fetch(`${api}/users/bob`, { method: 'DELETE', headers })).status).toBe(404);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  await until('all is well again', () =>
    Promise.resolve(output.includes('Change notices from the database are received again')),
  );
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(messages()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^TestWarning: a warning of the tests$/)]),
  );
  expect(lines()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        'event.dataset': 'chat-admin.access',
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'user.name': 'secret',
        'trace.id': traceId,
      }),
      expect.objectContaining({
        'event.dataset': 'chat-admin.audit',
        'event.action': 'POST user',
        'trace.id': traceId,
        'event.outcome': 'success',
        'user.target.name': 'ann',
      }),
      expect.objectContaining({
        'event.dataset': 'chat-admin.audit',
        'event.action': 'DELETE user',
        'event.outcome': 'failure',
        'user.target.name': 'bob',
      }),
    ]),
  );
  expect(output).not.toContain(SECRET);
  expect(output).not.toContain('p1-secret');
});

it('faults are lines, too', async () => {
  launch({ API_PORT: 'many' });
  expect(await once(child, 'close')).toEqual([78, null]);
  expect(lines()).toEqual([
    expect.objectContaining({
      'log.level': 'error',
      message: expect.stringContaining('API_PORT') as string,
    }),
  ]);

  output = '';
  launch({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/chat' });
  expect(await once(child, 'close')).toEqual([69, null]);
  expect(messages().at(-1)).toMatch(/^The service cannot run: The database cannot be reached/);

  output = '';
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  launch({ API_PORT: String((taken.address() as AddressInfo).port) });
  expect((await once(child, 'close'))[0]).not.toBe(0);
  expect(messages().at(-1)).toMatch(/API_PORT|EADDRINUSE/);
  taken.close();
});

it('an exception that nobody catches is a line with its stack', async () => {
  launch({}, ['--require', fileURLToPath(new URL('./support/throw-on-usr2.cjs', import.meta.url))]);
  await started();
  child.kill('SIGUSR2');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(lines().at(-1)).toMatchObject({
    'log.level': 'error',
    message: 'Terminating after an uncaught exception',
    'error.message': 'thrown by the tests',
    'error.stack_trace': expect.stringContaining('throw-on-usr2') as string,
  });
});
