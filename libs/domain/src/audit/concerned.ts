import { allOf, MOST_NAMES } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { localpart, MAX_PART_BYTES, parseBareJid } from '../shared/jid.js';
import { wellFormed } from '../shared/texts.js';
import { isWithinBytes } from '../shared/utf8.js';

/** What is followed by the name of a user in the path of a request. */
const BEFORE_NAMES = /^\/(?:users|lockouts|sessions|messages\/users)\/([^/;?]+)/;
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

/** Whom the path of a request names, prepared. */
export const namesIn = (object: string): readonly string[] =>
  preparedNames([BEFORE_NAMES, AFTER_OTHERS], object);

/** Whether a path is that of a user, or of something of theirs. */
export const isOfUser = (object: string): boolean => BEFORE_NAMES.test(plainPath(object));

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
 * users. Lists are prepared already, as far as they can be, since that takes long. Contract:
 * extensions E1.2 `concerns`
 */
export function concernedBy({ object, summary, facts = {} }: Described): readonly string[] {
  const inPath = [...namesIn(object), ...preparedNames([CONTACT], object)];
  const last = [NAMED_LAST, ADMINISTRATOR, NEW_CONTACT].map(
    (named) => named.exec(summary)?.[1] ?? '',
  );
  const to = isOfUser(object) ? [facts.to ?? ''] : [];
  const sent = [...last, ...to].flatMap((text) => prepared(text) ?? []);
  const { users, added, removed, about } = facts;
  const listed = [users, added, removed, about].flatMap(allOf).map(withoutRole).filter(isName);
  return [...new Set([...inPath, ...sent, ...listed])].slice(0, MOST_NAMES);
}

/** Whether somebody may be called so, and not a group, whose address has a resource. */
function isName(text: string): boolean {
  if (/[/\s\p{Cc}]/u.test(text)) return false;
  const parts = text.split('@');
  return parts.length <= 2 && parts.every((part) => isWithinBytes(part, MAX_PART_BYTES));
}

/** `null`: nobody can be called so. A JID counts without its resource. Contract: core 1.10 */
const prepared = (text: string): string | null =>
  text.includes('@') ? parseBareJid(text) : localpart(text);

function preparedNames(expressions: readonly RegExp[], object: string): readonly string[] {
  const path = plainPath(object);
  return expressions.flatMap((names) => prepared(decoded(names.exec(path)?.[1] ?? '')) ?? []);
}

/** The same for all spellings that lead to the same. */
const plainPath = (object: string): string =>
  object
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(decoded(segment))))
    .join('/');

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
