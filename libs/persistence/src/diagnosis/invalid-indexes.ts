import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

/** Indexes that cost every write and serve no read, left by a `create index concurrently` that failed. */
export async function invalidIndexes(dataSource: DataSource): Promise<readonly string[]> {
  const { rows } = await poolOf(dataSource).query<{ name: string }>(
    `select indexrelid::regclass::text as name
     from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace order by name`,
  );
  return rows.map(({ name }) => name);
}
