import pg from 'pg';

/** Login, hosts, and what follows them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?@]*)((?:[/?].*)?)$/s;

/** An address for each server that one with several hosts names (`postgres://a,b:5433/chat`), for drivers that know one. */
export function addressesOf(databaseUrl: string): readonly string[] {
  const [, start, hosts, end] = PARTS.exec(databaseUrl) ?? [];
  if (hosts === undefined) return [databaseUrl];
  return hosts.split(',').map((host) => `${start}${host}${end}`);
}

/**
 * A connection to the server that takes writes, where the address names several.
 * @throws why the last one cannot be used
 */
export async function connectToPrimary(
  databaseUrl: string,
  connectionTimeoutMillis = 0,
): Promise<pg.Client> {
  let failure: unknown;
  for (const connectionString of addressesOf(databaseUrl)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis });
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (connectionString === databaseUrl || (await takesWrites(client))) return client;
      failure = new Error('None of the servers of the database takes writes');
    } catch (error) {
      failure = error;
    }
    await client.end().catch(() => undefined);
  }
  throw failure;
}

async function takesWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ primary: boolean }>(
    'select not pg_is_in_recovery() as primary',
  );
  return rows[0]!.primary;
}
