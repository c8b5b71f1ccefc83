import { DirectoryInUse } from '@chat-admin/embedded-postgres/launcher-lock';
import { existingData, postgresDirectory } from './data-directory.js';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';
import { runningDatabaseUrl, startEmbeddedDatabase } from './embedded-database.js';

/** Why there is no database to connect to, in one line. */
export class DatabaseUnreachable extends Error {}

/**
 * Calls `work` with the address of the configured database: the user's, or the embedded one, which
 * is started for the duration if it is not running.
 * @throws DatabaseUnreachable, errors from starting the embedded server, and errors of `work`
 */
export async function withDatabase<T>(
  environment: NodeJS.ProcessEnv,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (hasOwnDatabase(environment)) return work(ownUrl(environment));
  const directory = await existingData(environment);
  if (directory === null) {
    throw new DatabaseUnreachable(
      `There is no data in ${postgresDirectory(environment)} yet: "npm start" creates it.`,
    );
  }
  const server = await startEmbeddedDatabase(environment).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return null;
    throw error;
  });
  if (!server) return work(await urlOfRunning(directory));
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

function ownUrl(environment: NodeJS.ProcessEnv): string {
  try {
    return databaseUrlOf(environment);
  } catch {
    throw new DatabaseUnreachable('DATABASE_URL_FILE: the file cannot be read.');
  }
}

async function urlOfRunning(directory: string): Promise<string> {
  try {
    return await runningDatabaseUrl(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseUnreachable(
      code === 'EACCES'
        ? `The data in ${directory} belongs to another account: run this as that account, or as root.`
        : `The database in ${directory} is being started or stopped: try again.`,
    );
  }
}
