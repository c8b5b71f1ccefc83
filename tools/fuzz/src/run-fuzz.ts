import pg from 'pg';
import { furnish } from './requests/furnish.js';
import { fuzz, type FuzzReport } from './requests/fuzz-run.js';
import { SECRET } from './services.js';
import { withServices } from './with-services.js';

export interface FuzzRunOptions {
  readonly seed: number;
  readonly requests: number;
  readonly instances: number;
  readonly workers: number;
}

/** Starts everything, asks, and tells what was wrong. @returns the exit code */
export function runFuzz(options: FuzzRunOptions): Promise<number> {
  return withServices(options.instances, async ({ api, userservice, database }) => {
    console.log(`Seed ${options.seed}, ${options.requests} requests`);
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    try {
      const begin = performance.now();
      const report = await fuzz(
        {
          api: api.map(({ url }) => url),
          userservice: [userservice.url],
          secret: SECRET,
          database: pool,
          furnish: () => furnish(api[0]!.url),
        },
        { ...options, progress: (done) => done % 50_000 === 0 && console.log(`${done} requests`) },
      );
      print(report, (performance.now() - begin) / 1000);
      return report.faults.length > 0 ? 1 : 0;
    } finally {
      await pool.end();
    }
  });
}

function print({ requests, statuses, faults, unreached }: FuzzReport, seconds: number): void {
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status} ${times}`);
  console.log(`${requests} requests in ${seconds.toFixed(0)} s: ${counts.join(', ')}`);
  if (unreached.length > 0) console.log(`Never answered with success: ${unreached.join(', ')}`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length > 0 ? `${faults.length} faults` : 'No faults');
}
