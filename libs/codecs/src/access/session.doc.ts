import type { Scope } from '@chat-admin/domain/shared/scopes';
import { always, date, doc, list, secret, text } from '../wire/schema.js';

/** Who calls, and until when. */
export interface ShownSession {
  readonly username: string;
  readonly kind: 'secret' | 'basic' | 'key' | 'oidc' | 'session';
  readonly scopes: readonly Scope[];
  readonly expires: Date | null;
  readonly csrfToken: string | null;
}

/** Contract: extensions E5.5 */
export const apiSessionDoc = doc('apiSession', {
  username: always(text),
  kind: always(text),
  scopes: list('scope', text),
  expires: date,
  csrfToken: text,
});

/** Name and password of an administrator. Contract: extensions E5.5 */
export const signInDoc = doc(
  'signIn',
  { username: text, password: secret(text) },
  { unread: apiSessionDoc.fields },
);
