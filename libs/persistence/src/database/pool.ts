import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseObserver } from './database-observer.js';

export const DEFAULT_POOL_SIZE = 10;

export type ObservedPool = pg.Pool & { readonly observer?: DatabaseObserver | undefined };

/** TypeORM's pool; statements sent through it can be named. */
export function poolOf(dataSource: DataSource): ObservedPool {
  return (dataSource.driver as unknown as { readonly master: ObservedPool }).master;
}

export function poolSizeOf(dataSource: DataSource): number {
  return (dataSource.options as { readonly poolSize?: number }).poolSize ?? DEFAULT_POOL_SIZE;
}
