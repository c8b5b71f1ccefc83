import { connectToPrimary } from '@chat-admin/prosody-server/primary-database';
import { withDatabase } from './reachable-database.js';

/** What keeps the secret from being read, in one line. */
export class SecretUnreadable extends Error {}

const PATIENCE_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * The shared secret in force: that of the user's database, or of the embedded one, which may run or not.
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
        ? 'The database is not prepared yet: the first start of the API does that.'
        : `The database cannot be asked: ${message || code}`,
    );
  }
  if (!secret) throw new SecretUnreadable('The database holds no plugin.restapi.secret.');
  return secret;
}

async function readSecret(url: string): Promise<string | undefined> {
  const client = await connectToPrimary(url, PATIENCE_MS);
  try {
    const { rows } = await client.query<{ value: string }>(
      `select value from system_property where key = 'plugin.restapi.secret'`,
    );
    return rows[0]?.value;
  } finally {
    await client.end().catch(() => undefined);
  }
}
