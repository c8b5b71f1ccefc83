import { hash } from 'node:crypto';

/** File systems take 255 bytes. */
const MOST_BYTES = 200;
const FINGERPRINT = 16;

/** Name of a user's file: all bytes but letters, digits, `_` and `-` as `%xx`; long ones are cut, and end in a fingerprint. */
export function fileName(username: string): string {
  const whole = [...Buffer.from(username)].map(escaped).join('');
  if (whole.length <= MOST_BYTES) return `${whole}.xml`;
  const print = hash('sha256', username).slice(0, FINGERPRINT);
  return `${whole.slice(0, MOST_BYTES).replace(/%.?$/, '')}-${print}.xml`;
}

function escaped(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
}

/** As an address names it. */
export const hrefOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
