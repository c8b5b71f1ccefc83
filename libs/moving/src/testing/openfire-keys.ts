import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { Blowfish } from 'egoroof-blowfish';
import { blowfishKey } from '../passwords/blowfish.js';
import type { KeyDerivation } from '../passwords/blowfish.js';

/** Property `passwordKey` of the fixtures. */
export const PASSWORD_KEY = 'AbCdEfGhIjKlMnO';

/** As Openfire keeps a readable password; always the same IV. */
export function encryptedPassword(
  password: string,
  {
    iv = '0123456789abcdef',
    key = PASSWORD_KEY,
    derivation = { kdf: 'sha1' },
  }: { iv?: string; key?: string; derivation?: KeyDerivation } = {},
): string {
  const bytes = Buffer.from(blowfishKey(key, derivation));
  const blowfish = new Blowfish(bytes, Blowfish.MODE.CBC, Blowfish.PADDING.PKCS5);
  blowfish.setIv(Buffer.from(iv, 'hex'));
  const units = Buffer.from(password, 'utf16le').swap16();
  return iv + Buffer.from(blowfish.encode(units)).toString('hex');
}

export interface Keys {
  readonly salt: string;
  readonly storedKey: string;
  readonly serverKey: string;
  readonly iterations: number;
}

/** SCRAM keys of the text as it is: Openfire prepares none. */
export function scramKeys(
  password: string,
  { hash = 'sha1', salt = Buffer.from([...Array(24).keys()]), iterations = 4096 } = {},
): Keys {
  const length = hash === 'sha1' ? 20 : 32;
  const salted = pbkdf2Sync(password, salt, iterations, length, hash);
  const hmac = (text: string) => createHmac(hash, salted).update(text).digest();
  return {
    salt: salt.toString('base64'),
    storedKey: createHash(hash).update(hmac('Client Key')).digest('base64'),
    serverKey: hmac('Server Key').toString('base64'),
    iterations,
  };
}
