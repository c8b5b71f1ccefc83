import { hash, pbkdf2Sync } from 'node:crypto';
import { Blowfish } from 'egoroof-blowfish';

/** How a key is made of a text. `pbkdf2` is there from Openfire 5.1 on. */
export type KeyDerivation = { readonly kdf: 'sha1' } | { readonly kdf: 'pbkdf2'; salt: Uint8Array };

const LONE_SURROGATE = /\p{Surrogate}/u;
const BLOCK_BYTES = 8;
const PBKDF2_ROUNDS = 100_000;
const PBKDF2_BYTES = 32;

/** The key of Openfire's Blowfish for a text, such as the property `passwordKey`. Moving in: 3.3 */
export function blowfishKey(text: string, derivation: KeyDerivation = { kdf: 'sha1' }): Uint8Array {
  return derivation.kdf === 'sha1'
    ? hash('sha1', text, 'buffer')
    : pbkdf2Sync(text, derivation.salt, PBKDF2_ROUNDS, PBKDF2_BYTES, 'sha512');
}

/**
 * A text that Openfire has encrypted: hex of 8 bytes IV and ciphertext in CBC, over UTF-16BE.
 * @returns `null` for what is none, and for a wrong key as far as padding and text show it. Moving in: 3.3
 */
export function decryptBlowfish(hex: string, key: Uint8Array): string | null {
  if (!/^(?:[0-9a-f]{16}){2,}$/i.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  const cipher = new Blowfish(key, Blowfish.MODE.CBC, Blowfish.PADDING.NULL);
  cipher.setIv(bytes.subarray(0, BLOCK_BYTES));
  return unpadded(cipher.decode(bytes.subarray(BLOCK_BYTES), Blowfish.TYPE.UINT8_ARRAY));
}

/** Openfire itself does not look at the padding. */
function unpadded(bytes: Uint8Array): string | null {
  const padding = bytes.at(-1) ?? 0;
  if (bytes.length % BLOCK_BYTES !== 0 || padding < 1 || padding > BLOCK_BYTES) return null;
  if (bytes.subarray(-padding).some((byte) => byte !== padding)) return null;
  const text = Buffer.from(bytes.subarray(0, -padding));
  if (text.length % 2 !== 0) return null;
  const decoded = text.swap16().toString('utf16le');
  return LONE_SURROGATE.test(decoded) ? null : decoded;
}
