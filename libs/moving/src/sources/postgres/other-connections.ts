import pg from 'pg';

// to a role that may not read others' statistics the kind of their processes is null, but processes of the server have no role
const OTHERS = `
  select concat_ws(' ', coalesce(nullif(application_name, ''), 'a program'), 'as', usename,
                   'from ' || host(client_addr), '(process ' || pid || ')') as who
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
    and coalesce(backend_type, 'client backend') = 'client backend'
  order by pid`;

/** Who else is connected to a database: a server that works on it. @returns null where that cannot be seen */
export async function otherConnections(
  address: string,
  password: string | null,
): Promise<readonly string[] | null> {
  const url = new URL(address);
  if (password !== null) url.password = encodeURIComponent(password);
  const client = new pg.Client({ connectionString: url.href });
  // a lost connection is reported by the statement that needs it
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ who: string }>(OTHERS);
    return rows.map(({ who }) => who);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
