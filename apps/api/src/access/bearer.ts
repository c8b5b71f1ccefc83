const BEARER = /^\s*bearer +(\S+)\s*$/i;
const SCHEME = /^\s*bearer(?:\s|$)/i;

/** The token of `Authorization: Bearer`, whatever it is. RFC 6750, section 2.1 */
export const bearerIn = (authorization: string): string | null =>
  BEARER.exec(authorization)?.[1] ?? null;

/** Whether the header has the word, whatever follows it. */
export const hasBearerScheme = (authorization: string): boolean => SCHEME.test(authorization);
