import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordFileOf, readPassword, SUPERUSER } from '@chat-admin/embedded-postgres/cluster';
import { databaseUrl } from '@chat-admin/embedded-postgres/database';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import { clusterIn } from '@chat-admin/embedded-postgres/place';
import { postgresDirectory } from './data-directory.js';

/** of the apps and commands; the superuser is for the launcher alone */
const OWNER = 'chat_admin';
const DATABASE = 'chat_admin';

/** @throws DirectoryInUse, and whatever keeps the server from starting */
export function startEmbeddedDatabase(
  environment: NodeJS.ProcessEnv,
  options: Pick<EmbeddedPostgresOptions, 'port' | 'signal' | 'tell'> = {},
): Promise<EmbeddedPostgres> {
  const directory = postgresDirectory(environment);
  return startEmbeddedPostgres({
    ...{ directory, database: DATABASE, owner: OWNER },
    ...{ frugal: true, ...options },
  });
}

/** Addresses of the embedded database. */
export type EmbeddedAddresses = Pick<EmbeddedPostgres, 'url' | 'superuserUrl'>;

/**
 * The addresses of the embedded database that another launcher runs.
 * @param directory where its data really lies
 * @throws of the file system: EACCES for data of another account, ENOENT while the server starts or stops
 */
export async function runningDatabase(directory: string): Promise<EmbeddedAddresses> {
  // the fourth line of the file that PostgreSQL keeps while it runs
  const lines = await readFile(join(clusterIn(directory), 'postmaster.pid'), 'utf8');
  const port = lines.split('\n')[3] ?? '';
  const addressOf = async (role: string) => {
    const password = await readPassword(passwordFileOf(role, directory));
    return databaseUrl({ port, role, password, database: DATABASE });
  };
  return { url: await addressOf(OWNER), superuserUrl: await addressOf(SUPERUSER) };
}
