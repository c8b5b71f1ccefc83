import pg from 'pg';

const OTHERS = `
  select count(*)::integer as others from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Whether somebody else is connected to a database: a server that works on it is. @returns null where that cannot be seen */
export async function hasOtherConnections(
  address: string,
  password: string | null,
): Promise<boolean | null> {
  const url = new URL(address);
  if (password !== null) url.password = encodeURIComponent(password);
  const client = new pg.Client({ connectionString: url.href });
  // a lost connection is reported by the statement that needs it
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(OTHERS);
    return rows[0]!.others > 0;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
