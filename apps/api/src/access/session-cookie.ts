import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const NAME = 'chat_admin_session';
const SIGN_IN = 'chat_admin_sign_in';
/** how long somebody may stay at the issuer */
const SIGN_IN_SECONDS = 600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What the header says of the session: `null` nothing; `damaged`: more than one, or no token. */
export const sessionTokenIn = (header: string | undefined): string | 'damaged' | null =>
  tokenIn(header, NAME);

/** The token of a sign-in that has begun; `null`: there is none, or more than one. */
export function signInTokenIn(header: string | undefined): string | null {
  const token = tokenIn(header, SIGN_IN);
  return token === 'damaged' ? null : token;
}

function tokenIn(header: string | undefined, wanted: string): string | 'damaged' | null {
  if (header === undefined || !header.includes(wanted)) return null;
  const values = header.split(';').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return name.trim() === wanted ? [rest.join('=').trim()] : [];
  });
  const [value, ...others] = values;
  if (value === undefined) return null;
  return others.length === 0 && TOKEN.test(value) ? value : 'damaged';
}

/** Without `Path`, so that browsers keep it to the API's path, behind any prefix. Contract: extensions E5.5 */
export class SessionCookie {
  private readonly attributes: string;

  constructor(isInsecure: boolean) {
    this.attributes = `; HttpOnly; SameSite=Strict${isInsecure ? '' : '; Secure'}`;
  }

  of(token: string): string {
    return `${NAME}=${token}${this.attributes}`;
  }

  get removal(): string {
    return `${NAME}=; Max-Age=0${this.attributes}`;
  }

  /** Contract: extensions E14 */
  ofSignIn(token: string): string {
    return `${SIGN_IN}=${token}; Max-Age=${SIGN_IN_SECONDS}${this.attributes}`;
  }

  get removalOfSignIn(): string {
    return `${SIGN_IN}=; Max-Age=0${this.attributes}`;
  }
}

/** What is stored of a token. */
export const digestOfToken = (token: string): Uint8Array => hash('sha256', token, 'buffer');

/** Derived, so that nothing else needs to be stored. */
export const csrfTokenOf = (token: string): string =>
  createHmac('sha256', token).update('csrf').digest('base64url');

export function isCsrfToken(token: string, offered: string | string[] | undefined): boolean {
  if (typeof offered !== 'string') return false;
  const [expected, given] = [csrfTokenOf(token), offered].map((text) =>
    hash('sha256', text, 'buffer'),
  );
  return timingSafeEqual(expected!, given!);
}
