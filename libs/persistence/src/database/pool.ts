import type pg from 'pg';
import type { DataSource } from 'typeorm';

export const DEFAULT_POOL_SIZE = 10;

/** TypeORM's pool; statements sent through it can be named. */
export function poolOf(dataSource: DataSource): pg.Pool {
  return (dataSource.driver as unknown as { readonly master: pg.Pool }).master;
}

export function poolSizeOf(dataSource: DataSource): number {
  return (dataSource.options as { readonly poolSize?: number }).poolSize ?? DEFAULT_POOL_SIZE;
}
