import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import { DirectoryInUse } from '@chat-admin/embedded-postgres/launcher-lock';
import { clusterIn } from '@chat-admin/embedded-postgres/place';
import pg from 'pg';
import { existingData, postgresDirectory } from './data-directory.js';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';

/** What keeps the secret from being read, in one line. */
export class SecretUnreadable extends Error {}

const PATIENCE_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * The shared secret in force: that of the user's database, or of the embedded one, which may run or not.
 * @throws SecretUnreadable, and what the embedded server's start throws
 */
export async function sharedSecret(environment: NodeJS.ProcessEnv): Promise<string> {
  if (hasOwnDatabase(environment)) return secretIn(ownUrl(environment));
  const directory = await existingData(environment);
  if (directory === null) {
    throw new SecretUnreadable(
      `There is no data in ${postgresDirectory(environment)} yet: "npm start" makes it.`,
    );
  }
  const server = await startEmbeddedPostgres({ directory: postgresDirectory(environment) }).catch(
    (error: unknown) => {
      if (error instanceof DirectoryInUse) return null;
      throw error;
    },
  );
  if (!server) return secretIn(await urlOfRunning(directory));
  try {
    return await secretIn(server.url);
  } finally {
    await server.stop();
  }
}

function ownUrl(environment: NodeJS.ProcessEnv): string {
  try {
    return databaseUrlOf(environment);
  } catch {
    throw new SecretUnreadable('DATABASE_URL_FILE: the file cannot be read.');
  }
}

/** The port stands in the fourth line of the file that PostgreSQL keeps while it runs. */
async function urlOfRunning(directory: string): Promise<string> {
  try {
    const lines = await readFile(join(clusterIn(directory), 'postmaster.pid'), 'utf8');
    const password = await readFile(join(directory, 'password'), 'utf8');
    return `postgres://postgres:${password.trim()}@127.0.0.1:${lines.split('\n')[3]}/chat_admin`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretUnreadable(
      code === 'EACCES'
        ? `The data in ${directory} belongs to another account: ask as that one, or as root.`
        : `The database in ${directory} is just being started or stopped: ask again.`,
    );
  }
}

async function secretIn(url: string): Promise<string> {
  let secret: string | undefined;
  try {
    secret = await readSecret(url);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw new SecretUnreadable(
      code === UNDEFINED_TABLE
        ? 'The database is not prepared yet: the first start of the API does that.'
        : `The database cannot be asked: ${message || code}`,
    );
  }
  if (!secret) throw new SecretUnreadable('The database holds no plugin.restapi.secret.');
  return secret;
}

async function readSecret(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>(
      `select value from system_property where key = 'plugin.restapi.secret'`,
    );
    return rows[0]?.value;
  } finally {
    await client.end().catch(() => undefined);
  }
}
