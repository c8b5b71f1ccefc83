import { installation, ownCommand } from '@chat-admin/configuration/own-command';
import { DirectoryInUse } from '@chat-admin/embedded-postgres/launcher-lock';
import { existingData, postgresDirectory } from './data-directory.js';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';
import { runningDatabase, startEmbeddedDatabase } from './embedded-database.js';
import type { EmbeddedAddresses } from './embedded-database.js';

/** Why there is no database to connect to, in one line. */
export class DatabaseUnreachable extends Error {}

/**
 * Calls `work` with the address of the configured database: the user's, or the embedded one, which
 * is started for the duration if it is not running, with that of its superuser.
 * @throws DatabaseUnreachable, errors from starting the embedded server, and errors of `work`
 */
export async function withDatabase<T>(
  environment: NodeJS.ProcessEnv,
  work: (url: string, superuserUrl: string | null) => Promise<T>,
): Promise<T> {
  if (hasOwnDatabase(environment)) return work(ownUrl(environment), null);
  const directory = await existingData(environment);
  if (directory === null) {
    throw new DatabaseUnreachable(noDatabase(environment));
  }
  const server = await startEmbeddedDatabase(environment).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return null;
    throw error;
  });
  const { url, superuserUrl } = server ?? (await addressesOfRunning(directory));
  try {
    return await work(url, superuserUrl);
  } finally {
    await server?.stop();
  }
}

/** @param installed only a checkout and an npm package bring a PostgreSQL */
export function noDatabase(environment: NodeJS.ProcessEnv, installed = installation()): string {
  if (installed === 'debian')
    return `No database is set up yet: "${ownCommand('setup --local', installed)}" makes one here; DATABASE_URL names another one.`;
  if (installed === 'image') return 'DATABASE_URL is not set: it names the database.';
  return `There is no data in ${postgresDirectory(environment)} yet: "${ownCommand('start', installed)}" creates it.`;
}

function ownUrl(environment: NodeJS.ProcessEnv): string {
  try {
    return databaseUrlOf(environment);
  } catch (error) {
    throw new DatabaseUnreachable((error as Error).message);
  }
}

async function addressesOfRunning(directory: string): Promise<EmbeddedAddresses> {
  try {
    return await runningDatabase(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseUnreachable(
      code === 'EACCES'
        ? `The data in ${directory} belongs to another account: run this as that account, or as root.`
        : `The database in ${directory} is being started or stopped: try again.`,
    );
  }
}
