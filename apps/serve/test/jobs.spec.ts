import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@chat-admin/debian-programs/until';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SECRET = 'secret-of-the-tests';
const LINES = 20_000;
/** lines between two kills */
const STRETCH = 3_000;
const BAD = new Set([1, 777, 10_000, 19_999]);

interface Instance {
  readonly child: ChildProcess;
  readonly api: string;
  readonly metrics: string;
}

let database: TestDatabase;
let client: pg.Client;
const instances = new Set<Instance>();

beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  for (const { child } of instances) child.kill('SIGKILL');
  await client.end();
  await database.drop();
});

async function start(): Promise<Instance> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
      ...{ API_INITIAL_SECRET: SECRET, LOG_LEVEL: 'silent', DATABASE_URL: database.url },
    },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(() => Promise.reject(new Error(output)));
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  const api = /The API listens on (\S+?)[,\s]/.exec(`${output} `)![1]!;
  const [, metrics] = /metrics: (\S+)\/readyz/.exec(output)!;
  const instance = { child, api, metrics: `${metrics}/metrics` };
  instances.add(instance);
  return instance;
}

/** Lines that the instance has done since it runs. */
async function linesOf({ metrics }: Instance): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const counts = text.matchAll(/^chat_admin_job_items_total\{.*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((all, count) => all + count, 0);
}

async function kill(instance: Instance): Promise<void> {
  const closed = once(instance.child, 'close');
  instance.child.kill('SIGKILL');
  await closed;
  instances.delete(instance);
}

const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
const processed = async () => Number((await rows('select processed from job'))[0]!['processed']);

it('each line of a job has one outcome, although its instances are killed again and again', async () => {
  const [first] = await Promise.all([start(), start(), start()]);
  const lines = Array.from({ length: LINES }, (_, index) =>
    BAD.has(index + 1) ? '""' : `group ${index + 1}`,
  );
  const headers = { authorization: SECRET, accept: 'application/json', 'content-type': 'text/csv' };
  const body = `name\n${lines.join('\n')}\n`;
  const sent = await fetch(`${first.api}/jobs?type=groups`, { method: 'POST', headers, body });
  expect(sent.status).toBe(202);
  const { id } = (await sent.json()) as { id: string };

  let kills = 0;
  for (let next = STRETCH; next < LINES; next = (await processed()) + STRETCH) {
    await until('some batches are done', async () => (await processed()) >= Math.min(next, LINES));
    const done = await Promise.all(
      [...instances].map(async (instance) => [instance, await linesOf(instance)] as const),
    );
    const working = done.find(([, count]) => count > 0)?.[0];
    if (!working) throw new Error('Nobody works');
    await kill(working);
    kills += 1;
    // instead of waiting for it
    await rows('update job set lease_until = now()');
    await start();
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  await until(
    'the job is done',
    async () => (await rows('select status from job'))[0]!['status'] === 'done',
  );

  const [job] = await rows('select lines, processed, succeeded, failed from job');
  expect(job).toEqual({
    ...{ lines: LINES, processed: LINES },
    ...{ succeeded: LINES - BAD.size, failed: BAD.size },
  });
  const [results] = await rows(`
    select count(*)::integer as lines, min(line) as first, max(line) as last,
           count(*) filter (where outcome = 'created')::integer as created,
           array_agg(line order by line) filter (where outcome = 'failed') as failed
    from job_result`);
  expect(results).toEqual({
    ...{ lines: LINES, first: 1, last: LINES },
    ...{ created: LINES - BAD.size, failed: [...BAD] },
  });
  expect(await rows('select count(*)::integer as count from user_group')).toEqual([
    { count: LINES - BAD.size },
  ]);
  expect(await rows('select from job_batch')).toEqual([]);
  const entries = await rows(
    `select count(*)::integer as count from audit_entry where summary = 'JOB groups ${id}'`,
  );
  expect(entries).toEqual([{ count: LINES / 100 }]);
}, 600_000);
