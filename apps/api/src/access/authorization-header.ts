// Node removes the blanks around the value of a header.

const BEARER = /^bearer(?: +|$)/i;

/** What follows the word; `null` without it. */
function afterBearer(authorization: string): string | null {
  const word = BEARER.exec(authorization);
  return word && authorization.slice(word[0].length);
}

/**
 * The token that a header offers, whatever it is: that of `Bearer` (RFC 6750, section 2.1), or a key alone.
 * Contract: extensions E5.1
 */
export function tokenIn(authorization: string): string | null {
  const token = afterBearer(authorization) ?? (/^cak_/.test(authorization) ? authorization : '');
  return token === '' || /\s/.test(token) ? null : token;
}

/** The texts that may be the shared secret. Contract: core 1.4, extensions E5.1 */
export function secretsIn(authorization: string): readonly string[] {
  const token = afterBearer(authorization);
  return token === null ? [authorization] : [authorization, token];
}

/** Whether the header begins with the word, whatever follows it. */
export const isBearer = (authorization: string): boolean => afterBearer(authorization) !== null;

/** As {@link isBearer}, of RFC 7617. */
export const isBasic = (authorization: string): boolean => /^basic(?:\s|$)/i.test(authorization);
