import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (token: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', 'chat-admin ID token', 32));

/** The text under a key that only the token gives, which is stored nowhere: nonce, tag, text. */
export function seal(text: string, token: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(token), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns `null` if it was sealed under another token */
export function unseal(sealed: Uint8Array, token: string): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(token), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString();
  } catch {
    return null;
  }
}
