import type { DataSource } from 'typeorm';
import { poolOf } from '../src/database/pool.js';

/** @returns how many connections `work` has had at a time */
export async function mostConnections(
  dataSource: DataSource,
  work: () => Promise<unknown>,
): Promise<number> {
  const pool = poolOf(dataSource);
  let [taken, most] = [0, 0];
  const take = () => (most = Math.max(most, (taken += 1)));
  const giveBack = () => (taken -= 1);
  pool.on('acquire', take).on('release', giveBack);
  try {
    await work();
    return most;
  } finally {
    pool.off('acquire', take).off('release', giveBack);
  }
}
