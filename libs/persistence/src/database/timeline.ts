import type { Client } from 'pg';

/** Each promotion of a standby begins a new timeline. */
const TIMELINE = `
  select case
    when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8)
  end as timeline`;

/** @returns the timeline that the server writes; `null` for a standby and for a read-only server */
export async function timelineOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
  const text = rows[0]?.timeline ?? null;
  return text === null ? null : Number.parseInt(text, 16);
}
