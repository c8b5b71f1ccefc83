import { randomInt } from 'node:crypto';
import pg from 'pg';
import { fuzz } from '../src/requests/fuzz-run.js';
import { furnish } from '../src/requests/furnish.js';
import { SECRET } from '../src/services.js';
import { withServices } from '../src/with-services.js';

/** `npm run fuzz` asks more. */
const REQUESTS = 4_000;
/** FUZZ_SEED repeats a run that has failed. */
const seed = Number(process.env['FUZZ_SEED'] || randomInt(2 ** 31));

it(`whatever is asked of both apps is answered in order and audited once (FUZZ_SEED=${seed})`, async () => {
  await withServices(2, async ({ api, userservice, database }) => {
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      const targets = { api: api.map(({ url }) => url), userservice: [userservice.url] };
      const report = await fuzz(
        { ...targets, secret: SECRET, database: pool, furnish: () => furnish(api[0]!.url) },
        { seed, requests: REQUESTS },
      );
      expect(report.faults).toEqual([]);
      expect(report.requests).toBe(REQUESTS);
      // proves that requests get beyond the edge
      const successes = [...report.statuses].filter(([status]) => status < 300);
      expect(successes.reduce((sum, [, times]) => sum + times, 0)).toBeGreaterThan(REQUESTS / 10);
    } finally {
      await pool.end();
    }
  });
});
