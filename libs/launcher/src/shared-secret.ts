import { connectToPrimary } from '@chat-admin/prosody-server/primary-database';
import { withDatabase } from './reachable-database.js';

/** Why the secret cannot be read, in one line. */
export class SecretUnreadable extends Error {}

const TIMEOUT_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * The current shared secret, from the user's database or the embedded one, running or not.
 * @throws SecretUnreadable, and as {@link withDatabase}
 */
export function sharedSecret(environment: NodeJS.ProcessEnv): Promise<string> {
  return withDatabase(environment, secretIn);
}

async function secretIn(url: string): Promise<string> {
  let secret: string | undefined;
  try {
    secret = await readSecret(url);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw new SecretUnreadable(
      code === UNDEFINED_TABLE
        ? 'The database is not prepared yet: start the API once.'
        : `The database cannot be queried: ${message || code}`,
    );
  }
  if (!secret) throw new SecretUnreadable('The database contains no plugin.restapi.secret.');
  return secret;
}

async function readSecret(url: string): Promise<string | undefined> {
  const client = await connectToPrimary(url, TIMEOUT_MS);
  try {
    const { rows } = await client.query<{ value: string }>(
      `select value from system_property where key = 'plugin.restapi.secret'`,
    );
    return rows[0]?.value;
  } finally {
    await client.end().catch(() => undefined);
  }
}
