import pg from 'pg';
import { furnish } from './requests/furnish.js';
import type { FuzzTargets } from './requests/fuzz-run.js';
import { until } from '@chat-admin/debian-programs/until';
import { SECRET } from './services.js';
import { Takeover } from './takeover/takeover.js';
import { withServices } from './with-services.js';

/** They let in older forms of requests, which are refused or other ones by default. */
const PROPERTIES = {
  'plugin.restapi.httpAuth': 'both',
  'plugin.restapi.json.names': 'both',
  'plugin.presence.enabled': 'true',
  'plugin.presence.public': 'true',
};

/** As `chat-admin property set --force` would; they are protected. */
async function openAllForms(database: pg.Pool, api: readonly string[]): Promise<void> {
  await database.query(
    `insert into system_property (key, value) select * from unnest ($1::text[], $2::text[])
     on conflict (key) do update set value = excluded.value`,
    [Object.keys(PROPERTIES), Object.values(PROPERTIES)],
  );
  for (const url of api)
    await until(`presence is open at ${url}`, async () => {
      const reply = await fetch(`${url}/plugins/presence/status?jid=ola&type=text`);
      await reply.arrayBuffer();
      return reply.ok;
    });
}

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
        await openAllForms(
          pool,
          api.map(({ url }) => url),
        );
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
