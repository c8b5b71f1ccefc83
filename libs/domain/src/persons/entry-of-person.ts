import { decoded, isOfUser, NAMED_LAST, namesIn, withoutRole } from '../audit/concerned.js';
import { LABELS } from '../audit/audit-trail.js';
import type { AuditEntry, AuthorKind } from '../audit/audit-trail.js';
import type { BareJid, Localpart } from '../shared/jid.js';

interface Person {
  readonly username: Localpart;
  /** of the account, whatever it was called before */
  readonly accountId: string;
  readonly jid: BareJid;
}

interface AuthoredEntry extends Pick<AuditEntry, 'username' | 'accountId' | 'summary' | 'details'> {
  /** `null`: of a former release */
  readonly kind: AuthorKind | null;
}

/** What an entry says of others than the person whose deed it was not. */
const OF_THE_AUTHOR = ['address', 'request', 'key'];
/** Lists of names, which may be those of others. */
const LISTS = ['users', 'added', 'removed'];
/**
 * An entry as the person may have it: all of one by them; of one about them nothing that is about others. `null`: it is
 * neither. Contract: extensions E10, I-11
 */
export function entryOfPerson<E extends AuthoredEntry>(entry: E, person: Person): E | null {
  if (isAuthor(entry, person)) return entry;
  const details = entry.details.split('; ').map((detail) => {
    const at = detail.indexOf('=');
    return [detail.slice(0, at), detail.slice(at + 1)] as const;
  });
  const isNamed = (text: string) => namesPerson(text, person);
  const isNamedLast = isNamed(NAMED_LAST.exec(entry.summary)?.[1] ?? '');
  const isAbout = details.some(([name, value]) => {
    if (name === 'object') return namesIn(value).some((named) => isCalled(named, person));
    if (LISTS.includes(name)) return value.split(',').some((one) => isNamed(withoutRole(one)));
    return name === 'to' && isOfUser(objectIn(details)) && isNamed(value);
  });
  if (!isAbout && !isNamedLast) return null;
  const theirs = details
    .filter(([name]) => !OF_THE_AUTHOR.includes(name))
    .map(([name, value]) => `${name}=${LISTS.includes(name) ? ownIn(value, isNamed) : value}`);
  return { ...entry, summary: withoutNames(entry.summary), details: theirs.join('; ') };
}

/** By the id; where there is none by the name, unless that is a label of the service. */
const isAuthor = ({ username, accountId, kind }: AuthoredEntry, person: Person): boolean =>
  accountId === null
    ? username === person.username &&
      (kind ?? (LABELS.includes(username) ? 'label' : 'account')) === 'account'
    : accountId === person.accountId;

/** That of a request about several people names them. */
const withoutNames = (summary: string): string => summary.replace(/^(POST users) .+,.*/, '$1');

const objectIn = (details: readonly (readonly [string, string])[]): string =>
  details.find(([name]) => name === 'object')?.[1] ?? '';

const namesPerson = (text: string, person: Person): boolean =>
  isCalled(decoded(text).toLowerCase(), person);

const isCalled = (name: string, { username, jid }: Person): boolean =>
  name === username || name === jid;

/** The rest is counted. */
function ownIn(list: string, isNamed: (text: string) => boolean): string {
  const names = list.split(',');
  const own = names.filter((one) => isNamed(withoutRole(one)));
  const others = names.filter((one) => !own.includes(one));
  const count = others.reduce((sum, one) => sum + (/^\+\d+$/.test(one) ? Number(one) : 1), 0);
  return [...own, ...(count === 0 ? [] : [`+${count}`])].join(',');
}
