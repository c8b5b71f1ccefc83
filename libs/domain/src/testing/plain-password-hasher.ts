import { PasswordHasher } from '../users/credentials.js';
import type { Credentials, FullCredentials, ScramKeys } from '../users/credentials.js';

/** Derives nothing: the "keys" are the password, which is fast and only acceptable in tests. */
export class PlainPasswordHasher extends PasswordHasher {
  async derive(password: string): Promise<FullCredentials> {
    return { scramSha1: keysOf(password), scramSha256: keysOf(password) };
  }

  deriveAll(passwords: readonly string[]): Promise<readonly FullCredentials[]> {
    return Promise.all(passwords.map((password) => this.derive(password)));
  }

  async matches(password: string, { scramSha1, scramSha256 }: Credentials): Promise<boolean> {
    const keys = scramSha256 ?? scramSha1;
    return keys !== null && new TextDecoder().decode(keys.storedKey) === password;
  }
}

function keysOf(password: string): ScramKeys {
  const bytes = new TextEncoder().encode(password);
  return { salt: new Uint8Array(), iterations: 1, storedKey: bytes, serverKey: bytes };
}
