import { randomInt } from 'node:crypto';
import { fuzz } from '../src/requests/fuzz-run.js';
import { withFuzzed } from '../src/with-fuzzed.js';

/** `npm run fuzz` asks more. */
const REQUESTS = 3_000;
/** FUZZ_SEED repeats a run that has failed. */
const seed = Number(process.env['FUZZ_SEED'] || randomInt(2 ** 31));

/** A webhook of the strong key as one that reads nothing must not get it, with what waits for it. */
const TAKEN_OVER = `
  with audited as (
    insert into audit_entry (username, kind, occurred_at, summary, node, details)
    values ('key:nothing', 'label', now(), 'PATCH webhooks', 'node', 'outcome=200')
  ), waiting as (
    insert into webhook_delivery (webhook_id, event_id, type, attempts, next_at)
    select min(id), 0, 'room.created', 1, now() + interval '1 hour'
    from webhook where created_by = 'key:strong'
  )
  update webhook
  set types = '{room.created}', maker_id = (select id from fuzz.maker where label = 'key:nothing')
  where id = (select min(id) from webhook where created_by = 'key:strong')`;

it(`whatever is asked of both apps is answered in order and audited once (FUZZ_SEED=${seed})`, async () => {
  await withFuzzed(2, async (targets) => {
    const report = await fuzz(targets, { seed, requests: REQUESTS });
    expect(report.faults).toEqual([]);
    expect(report.requests).toBe(REQUESTS);
    // proves that requests get beyond the edge
    const successes = [...report.statuses].filter(([status]) => status < 300);
    expect(successes.reduce((sum, [, times]) => sum + times, 0)).toBeGreaterThan(REQUESTS / 10);
    expect([...report.slowBodies.keys()]).toContain('stalled 408');
    // proves that the oracle sees who changes whose webhooks, and that receivers are told
    expect(targets.takeover.others).toBeGreaterThan(0);
    expect(targets.takeover.received).toBeGreaterThan(0);
    await targets.takeover.furnish();
    await targets.database.query(TAKEN_OVER);
    expect(await targets.takeover.judge()).toEqual([
      expect.stringMatching(/^webhook \d+ of key:strong was changed by the weaker key:nothing$/),
      expect.stringMatching(/^webhook \d+ of key:nothing names room\.created$/),
      expect.stringMatching(/^room\.created waits for webhook \d+ of key:nothing$/),
    ]);
  });
});
