const MAX_NAMES = 50;
/** Whom an entry concerns at most, also beyond those that its details name. */
export const MOST_NAMES = 10_000;
const MAX_CHARACTERS = 2000;

/** The first of many names, and how many more there are. */
export interface Names {
  readonly first: readonly string[];
  readonly more: number;
  /** {@link MOST_NAMES} of them, where there are more */
  readonly all?: () => readonly string[];
}

/** @param name called for the few that are kept, unless all are asked for */
export function namesOf<T>(all: readonly T[], name: (one: T) => string): Names {
  const first = all.slice(0, MAX_NAMES).map(name);
  const more = all.length - first.length;
  return { first, more, ...(more > 0 && { all: () => all.slice(0, MOST_NAMES).map(name) }) };
}

export const allOf = (names: Names | undefined): readonly string[] =>
  names?.all?.() ?? names?.first ?? [];

/**
 * What an audit entry says of a request besides what it was and how it ended. Contract: extensions
 * E10, I-11
 */
export interface AuditFacts {
  /** id of the key, or of whom a token is about, that the request came with */
  readonly key?: string | undefined;
  /** of what is no request */
  readonly source?: string;
  /** of a bulk request */
  readonly users?: Names;
  readonly groups?: Names;
  readonly rooms?: Names;
  /** of a key, which the path names by its id */
  readonly name?: string;
  readonly scopes?: readonly string[];
  /** the new name */
  readonly to?: string;
  /** fields that differ afterwards */
  readonly changed?: readonly string[];
  /** names in the request that nothing reads */
  readonly ignored?: Names | undefined;
  /** people and groups, as `member:ola@example.org`; beside `affiliation` the JID alone */
  readonly added?: Names;
  readonly removed?: Names;
  readonly affiliation?: string;
  /** of an account, afterwards; the former one where it is taken away */
  readonly role?: string;
  /** measures of a report */
  readonly parts?: readonly string[];
  /** what the lines of a job do with what they name */
  readonly action?: 'add' | 'remove' | 'mixed' | undefined;
  /** numbers of rooms; `failed`: of lines of a job, too */
  readonly created?: number;
  readonly existing?: number;
  readonly failed?: number;
  /** of a lockout */
  readonly until?: string;
  readonly reason?: string;
  /** everybody is told that a message is taken back */
  readonly retract?: boolean;
  /** who has reported is told that the report is closed */
  readonly notify?: boolean;
  /** numbers of messages */
  readonly retracted?: number;
  readonly unchanged?: number;
  readonly missing?: number;
  /** how many people a message was sent to */
  readonly receivers?: number;
  /** of files that were written or read; of a job some of whose lines failed, all that the entry is about */
  readonly rows?: number;
  /** nobody is left who can sign in and administer */
  readonly lastAdministrator?: boolean;
  /** nothing was changed, only tried */
  readonly dryRun?: boolean;
  /** the answer of an earlier request was sent again */
  readonly replayed?: boolean;
  /** people whom neither path nor lists name; no detail itself */
  readonly about?: Names;
  /** what the path names has been created, so the outcome of a success is 201; no detail itself */
  readonly isNew?: boolean;
}

/** What a use case has changed: what it returns, and notes for the audit entry. */
export type Changes = Pick<AuditFacts, 'isNew' | 'changed' | 'added' | 'removed'>;

/** Whether anything differs from before. */
export function isDifferent({ changed, added, removed }: Changes): boolean {
  const lists = [changed ?? [], added?.first ?? [], removed?.first ?? []];
  return lists.some((list) => list.length > 0);
}

/** An object after a patch, and what that has changed. */
export interface Patched<T> {
  readonly after: T;
  readonly changes: Changes;
}

type Detail = Exclude<keyof AuditFacts, 'isNew' | 'about'>;

/** In this order. */
const FACTS: readonly Detail[] = [
  ...(['key', 'source', 'users', 'groups', 'rooms', 'name', 'scopes'] as const),
  ...([
    'to',
    'changed',
    'ignored',
    'added',
    'removed',
    'affiliation',
    'role',
    'parts',
    'action',
  ] as const),
  ...([
    'created',
    'existing',
    'failed',
    'until',
    'retract',
    'notify',
    'retracted',
    'unchanged',
    'missing',
    'reason',
    'receivers',
    'rows',
    'lastAdministrator',
    'dryRun',
    'replayed',
  ] as const),
];

/** As `name=value`; what says nothing is left out. */
export function detailsOf(facts: AuditFacts): readonly string[] {
  return FACTS.flatMap((name) => {
    const value = textOf(facts[name]);
    return value === '' ? [] : [`${name}=${value}`];
  });
}

function textOf(fact: AuditFacts[Detail]): string {
  if (fact === undefined || fact === 0 || fact === false) return '';
  if (typeof fact === 'number' || fact === true) return String(fact);
  if (typeof fact === 'string') return encoded(fact);
  return 'first' in fact ? listText(fact) : fact.join(',');
}

function listText({ first, more }: Names): string {
  let length = 0;
  const kept: string[] = [];
  for (const name of first.map(encoded)) {
    length += name.length + (kept.length === 0 ? 0 : 1);
    if (length > MAX_CHARACTERS) break;
    kept.push(name);
  }
  const others = more + first.length - kept.length;
  return [...kept, ...(others === 0 ? [] : [`+${others}`])].join(',');
}

/** What could be taken for another detail is percent-encoded. */
function encoded(text: string): string {
  return text.replaceAll(/[%;,=\s\p{Cc}]+/gu, encodeURIComponent);
}
