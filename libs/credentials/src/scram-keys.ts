import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { ScramKeys } from '@chat-admin/domain/users/credentials';

const pbkdf2Async = promisify(pbkdf2);
const SALT_BYTES = 16;

export type ScramHash = 'sha1' | 'sha256';

const LENGTH_BYTES: Record<ScramHash, number> = { sha1: 20, sha256: 32 };

/** New SCRAM keys for a prepared password, with a random salt. RFC 5802 section 3, RFC 7677 */
export async function deriveScramKeys(
  hash: ScramHash,
  password: string,
  iterations: number,
): Promise<ScramKeys> {
  return keysWith(hash, password, randomBytes(SALT_BYTES), iterations);
}

async function keysWith(
  hash: ScramHash,
  password: string,
  salt: Uint8Array,
  iterations: number,
): Promise<ScramKeys> {
  const salted = await saltedPassword(hash, password, salt, iterations);
  return {
    salt,
    iterations,
    storedKey: createHash(hash).update(clientKey(hash, salted)).digest(),
    serverKey: createHmac(hash, salted).update('Server Key').digest(),
  };
}

/** Whether both keys are those of `password`: a client refuses a server with another server key. For keys that were made elsewhere. */
export async function areScramKeysOf(
  hash: ScramHash,
  password: string,
  keys: ScramKeys,
): Promise<boolean> {
  const { storedKey, serverKey } = await keysWith(hash, password, keys.salt, keys.iterations);
  return (
    Buffer.compare(storedKey, keys.storedKey) === 0 &&
    Buffer.compare(serverKey, keys.serverKey) === 0
  );
}

/** Whether `password` has these keys, in constant time for keys of the same kind. */
export async function matchesScramKeys(
  hash: ScramHash,
  password: string,
  keys: ScramKeys,
): Promise<boolean> {
  const salted = await saltedPassword(hash, password, keys.salt, keys.iterations);
  const storedKey = createHash(hash).update(clientKey(hash, salted)).digest();
  return storedKey.length === keys.storedKey.length && timingSafeEqual(storedKey, keys.storedKey);
}

function saltedPassword(
  hash: ScramHash,
  password: string,
  salt: Uint8Array,
  iterations: number,
): Promise<Buffer> {
  return pbkdf2Async(password, salt, iterations, LENGTH_BYTES[hash], hash);
}

function clientKey(hash: ScramHash, salted: Buffer): Buffer {
  return createHmac(hash, salted).update('Client Key').digest();
}
