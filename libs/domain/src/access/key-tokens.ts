/** `cak_<id>_<secret>`. Contract: extensions E5.3 */
export interface KeyToken {
  /** 10 of `a-z0-9` */
  readonly id: string;
  /** 43 characters base64url, 256 bits */
  readonly secret: string;
}

/** For people who write one. */
export const KEY_TOKEN_FORM = 'cak_, 10 of a-z and 0-9, _, 43 characters base64url';

const TOKEN = /^cak_([a-z0-9]{10})_([A-Za-z0-9_-]{43})$/;

export function readToken(text: string): KeyToken | null {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

export function writeToken({ id, secret }: KeyToken): string {
  return `cak_${id}_${secret}`;
}

/** Random tokens, and what is stored of them. */
export abstract class KeyTokens {
  abstract newToken(): KeyToken;
  /** Another secret for the same key. */
  abstract newSecret(): string;
  /** SHA-256. */
  abstract digestOf(secret: string): Uint8Array;
}
