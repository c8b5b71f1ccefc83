import { allOf } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { localpart } from '../shared/jid.js';

/** What is followed by the name of a user in the path of a request. */
export const BEFORE_NAMES = /^\/(?:users|lockouts|sessions|messages\/users)\/([^/;?]+)/;
/** `POST user ola`, `END lockout ola`; `add user ola` of the user service, whose path names nobody. */
export const NAMED_LAST = /^\S+ (?:user|lockout) (\S+)$/;
/** `admin grant ola`, `admin create ola` of the command line, whose object is a property. */
const ADMINISTRATOR = /^admin [a-z]+ (\S+)$/;
/** Of a group or a room. */
const AFTER_OTHERS = /\/(?:members?|owners?|admins?|outcasts?|invite)\/([^/;?]+)$/;
/** `POST roster ola/zoe@example.org`, whose path does not name the other side */
const NEW_CONTACT = /^POST roster [^/]+\/(\S+)$/;
/** What is followed by the other side of a contact. */
const CONTACT = /^\/users\/[^/;?]+\/roster\/([^/;?]+)$/;

/** Names of people in the path of a request, as they stand there. */
export const namesIn = (object: string): readonly string[] =>
  [BEFORE_NAMES, AFTER_OTHERS].flatMap((names) => names.exec(object)?.[1] ?? []);

/** `member:ola@example.org` */
export const withoutRole = (text: string): string => text.replace(/^[a-z]+:/, '');

interface Described {
  /** path of the request */
  readonly object: string;
  readonly summary: string;
  readonly facts?: AuditFacts | undefined;
}

/**
 * Whom an entry concerns: user names, and bare JIDs, of which those of the domain count for their
 * users. Contract: extensions E1.2 `concerns`
 */
export function concernedBy({ object, summary, facts = {} }: Described): readonly string[] {
  const inPath = [...namesIn(object), CONTACT.exec(object)?.[1]].map((text) => decoded(text ?? ''));
  const last = [NAMED_LAST, ADMINISTRATOR, NEW_CONTACT].map(
    (named) => named.exec(summary)?.[1] ?? '',
  );
  const listed = [...allOf(facts.added), ...allOf(facts.removed)].map(withoutRole);
  const to = BEFORE_NAMES.test(object) ? [facts.to ?? ''] : [];
  const sent = [...inPath, ...last, ...allOf(facts.users), ...listed, ...allOf(facts.about), ...to];
  return [...new Set(sent.flatMap((text) => prepared(text) ?? []))];
}

/** `null`: nobody can be called so, such as the address of a group */
function prepared(text: string): string | null {
  const at = text.lastIndexOf('@');
  const name = localpart(at < 0 ? text : text.slice(0, at));
  if (name === null || text.includes('/')) return null;
  return at < 0 ? name : `${name}${text.slice(at).toLowerCase()}`;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
