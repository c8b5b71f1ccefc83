import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/** Low, so that logins cost little compared with what is measured. */
export const ITERATIONS = 4_096;
const SALT_LENGTH = 16;

export interface ScramKeys {
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** RFC 5802. @param salt printable, because stock Prosody stores it as text; padded */
export function scramKeys(hash: 'sha1' | 'sha256', password: string, salt: string): ScramKeys {
  const salted = Buffer.from(salt.padEnd(SALT_LENGTH, '.'));
  const length = hash === 'sha1' ? 20 : 32;
  const key = pbkdf2Sync(password, salted, ITERATIONS, length, hash);
  const clientKey = createHmac(hash, key).update('Client Key').digest();
  return {
    salt: salted,
    storedKey: createHash(hash).update(clientKey).digest(),
    serverKey: createHmac(hash, key).update('Server Key').digest(),
  };
}
