import { until } from '@chat-admin/debian-programs/until';
import { Instances, SECRET } from './support/instances.js';
import type { Instance } from './support/instances.js';

const LINES = 20_000;
/** lines between two kills */
const STRETCH = 3_000;
const BAD = new Set([1, 777, 10_000, 19_999]);

let instances: Instances;

beforeAll(async () => {
  instances = await Instances.on();
});
afterAll(() => instances.close());

const rows = (text: string) => instances.rows(text);

/** Lines that the instance has done since it runs. */
async function linesOf({ metrics }: Instance): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const counts = text.matchAll(/^chat_admin_job_items_total\{.*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((all, count) => all + count, 0);
}

const processed = async () => Number((await rows('select processed from job'))[0]!['processed']);

it('each line of a job has one outcome, although its instances are killed again and again', async () => {
  const [first] = await Promise.all([instances.start(), instances.start(), instances.start()]);
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
      [...instances.running].map(async (instance) => [instance, await linesOf(instance)] as const),
    );
    const working = done.find(([, count]) => count > 0)?.[0];
    if (!working) throw new Error('Nobody works');
    await instances.kill(working);
    kills += 1;
    // instead of waiting for it
    await rows('update job set lease_until = now()');
    await instances.start();
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
});
