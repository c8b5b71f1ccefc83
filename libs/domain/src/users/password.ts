import { saslprep, UnpreparableText } from '../shared/stringprep.js';
import { isWithinBytes } from '../shared/utf8.js';

/** In UTF-8, as sent and once prepared: chat servers take no longer passwords. Contract: core 1.11 */
export const MAX_PASSWORD_BYTES = 1023;

/**
 * The form in which a password is hashed (SASLprep, RFC 4013). The only way to it: a text of any length may be passed.
 * @returns `null`: it is no password
 */
export function preparedPassword(text: string): string | null {
  try {
    const prepared = saslprep(text);
    return isWithinBytes(prepared, MAX_PASSWORD_BYTES) ? prepared : null;
  } catch (error) {
    if (error instanceof UnpreparableText) return null;
    throw error;
  }
}
