import { SCOPES } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import type { AccountRole } from '@chat-admin/domain/users/account-role';
import { shownRole } from '../users/role.doc.js';
import { always, boolean, date, doc, list, needed, secret, text, within } from '../wire/schema.js';

const SESSION_KINDS = ['secret', 'basic', 'key', 'oidc', 'session'] as const;

/** Who calls, and until when. */
export interface ShownSession {
  readonly username: string;
  readonly kind: (typeof SESSION_KINDS)[number];
  readonly scopes: readonly Scope[];
  readonly expires: Date | null;
  readonly csrfToken: string | null;
  readonly role: AccountRole | null;
  readonly domain: string;
}

/** Contract: extensions E5.5 */
export const apiSessionDoc = doc('apiSession', {
  username: always(text),
  kind: always(within({ enum: SESSION_KINDS }, text)),
  scopes: list('scope', within({ enum: SCOPES }, text)),
  expires: date,
  csrfToken: text,
  role: shownRole,
  domain: always(text),
});

/**
 * Name and password of an administrator, or of an account with a role; how an issuer has sent
 * somebody back; or the token of a link. Contract: extensions E5.5, E14
 */
export const signInDoc = doc(
  'signIn',
  {
    username: text,
    password: secret(text),
    code: secret(text),
    state: secret(text),
    iss: text,
    error: text,
    once: secret(text),
  },
  { unread: apiSessionDoc.fields },
);

/** How one can sign in. Contract: extensions E14 */
export const signInWaysDoc = doc('signInWays', {
  password: always(boolean),
  oidc: always(boolean),
  label: text,
});

/** Where a sign-in at the issuer begins. Contract: extensions E14 */
export const oidcSignInDoc = doc('oidcSignIn', { location: always(text) });

/** Where the session at the issuer ends. Contract: extensions E14 */
export const signOutDoc = doc('signOut', { location: text });

/** What an issuer sends for sessions that have ended there. OpenID Connect Back-Channel Logout 1.0, section 2.5 */
export const logoutDoc = doc('logout', { logout_token: needed(['POST'], secret(text)) });
