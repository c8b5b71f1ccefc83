import { SCOPES } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import type { AccountRole } from '@chat-admin/domain/users/account-role';
import { shownRole } from '../users/role.doc.js';
import { always, date, doc, list, needed, secret, text, within } from '../wire/schema.js';

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

/** Name and password of an administrator, or of an account with a role. Contract: extensions E5.5 */
export const signInDoc = doc(
  'signIn',
  { username: needed(['POST'], text), password: needed(['POST'], secret(text)) },
  { unread: apiSessionDoc.fields },
);
