import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';
import { SEES_UNICODE } from '../database/search-text.js';

/** Whether searches see letters beyond ASCII, which the ctype of the database decides. Of a prepared database. */
export async function seesAllLetters(dataSource: DataSource): Promise<boolean> {
  const { rows } = await poolOf(dataSource).query<{ seen: boolean }>(
    `select ${SEES_UNICODE} as seen`,
  );
  return rows[0]!.seen;
}
