import pg from 'pg';
import { furnish } from './requests/furnish.js';
import type { FuzzTargets } from './requests/fuzz-run.js';
import { SECRET } from './services.js';
import { Takeover } from './takeover/takeover.js';
import { withServices } from './with-services.js';

/** Starts what the fuzz asks, for the time of `work`. */
export function withFuzzed<T>(
  instances: number,
  work: (targets: FuzzTargets) => Promise<T>,
): Promise<T> {
  const ask = async (database: pg.Pool, api: readonly string[], userservice: string) => {
    const takeover = await Takeover.start(api[0]!, SECRET, database);
    try {
      return await work({
        ...{ api, userservice: [userservice], secret: SECRET, database, takeover },
        furnish: () => furnish(api[0]!),
      });
    } finally {
      await takeover.stop();
    }
  };
  return withServices(
    instances,
    async ({ api, userservice, database }) => {
      const pool = new pg.Pool({ connectionString: database.url, max: 2 });
      pool.on('error', () => undefined);
      try {
        return await ask(
          pool,
          api.map(({ url }) => url),
          userservice.url,
        );
      } finally {
        await pool.end();
      }
    },
    { API_WEBHOOK_NETWORKS: '127.0.0.1' },
  );
}
