import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/embedded-postgres.js';

const started: EmbeddedPostgres[] = [];

/** Starts a server that {@link stopServers} stops if the test has not. */
export async function start(
  directory: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, durable: false, ...options });
  started.push(server);
  return server;
}

export async function stopServers(): Promise<void> {
  for (const server of started.splice(0)) await server.stop();
}

/** Of the last statement. */
export const rows = (server: EmbeddedPostgres, sql: string): Promise<unknown[][]> =>
  rowsAt(server.url, sql);

export function asSuperuser(
  server: EmbeddedPostgres,
  database: string,
  sql: string,
): Promise<unknown[][]> {
  const url = new URL(server.superuserUrl);
  url.pathname = database;
  return rowsAt(url.href, sql);
}

async function rowsAt(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return [await client.query({ text: sql, rowMode: 'array' })].flat().at(-1)!.rows;
  } finally {
    await client.end();
  }
}

export const pidFile = (server: EmbeddedPostgres) =>
  join(server.directory, 'cluster/postmaster.pid');

export async function pidOf(server: EmbeddedPostgres): Promise<number> {
  return Number.parseInt(await readFile(pidFile(server), 'utf8'), 10);
}
