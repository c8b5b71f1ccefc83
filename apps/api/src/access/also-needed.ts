import type { Localpart } from '@chat-admin/domain/shared/jid';
import { NAMED_SCOPES } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { protectionOf } from '@chat-admin/domain/system/property-rules';
import { username } from '@chat-admin/domain/users/user';

/** The parameters of a path, decoded. */
export type PathNames = Readonly<Record<string, string>>;

/** What the scopes depend on besides the request. */
export interface AccessFacts {
  /** whether the account, existing or not, counts as administrator */
  isAdministrator(name: Localpart): boolean;
  /** whether only those who make administrators may give a new account this name */
  isReserved(name: Localpart): boolean;
  /** whether the account, existing or not, may read conversations */
  isReader(name: Localpart): boolean;
}

/**
 * Scopes that a caller needs because of what the request names; those that depend on what is stored are
 * checked by the use case. Contract: extensions E5.2 "Also needed"
 */
export interface AlsoNeeded {
  /** which ones and when, for the API description: what stands behind "Also needs" */
  readonly says: string;
  readonly byPath?: (path: PathNames, facts: AccessFacts) => readonly Scope[];
  readonly byBody?: (body: never, path: PathNames, facts: AccessFacts) => readonly Scope[];
  /** whose logins change: they need the same when one of them has a role, which is stored */
  readonly logins?: (path: PathNames, body: never) => readonly Localpart[];
}

type Named<B> = (body: B, path: PathNames) => readonly (string | null | undefined)[];

const NONE: readonly Scope[] = [];
const FOR_ADMINISTRATORS: readonly Scope[] = ['admins:write'];
const FOR_PROTECTED_PROPERTIES: readonly Scope[] = ['*'];

/** Each once, as descriptions name them. */
export const quoted = (scopes: readonly Scope[]): string =>
  [...new Set(scopes)].map((scope) => `\`${scope}\``).join(', ');

/** The logins of the users that the request names change; else `users:write` would be everything. */
export function changesLogins<B>(names: {
  /** of the parameter that names a user */
  readonly path?: string;
  readonly body?: Named<B>;
  /** of users who get their name by it */
  readonly made?: Named<B>;
}): AlsoNeeded {
  const { path: parameter, body: named, made } = names;
  return {
    says: `${quoted(FOR_ADMINISTRATORS)} where a name is that of an administrator or of an account with a role, or reserved; ${quoted(NAMED_SCOPES)} where an account gets a password or a name that \`conversations.readers\` names`,
    ...((parameter ?? named) && {
      logins: (path, body) => {
        const sent = [parameter && path[parameter], ...(named?.(body, path) ?? [])];
        return sent.flatMap((name) => (name && username(name)) || []);
      },
    }),
    ...(parameter && {
      byPath: (path, facts) =>
        isAdministrator(path[parameter], facts) ? FOR_ADMINISTRATORS : NONE,
    }),
    ...((named ?? made) && {
      byBody: (body, path, facts) => {
        const changed = named?.(body, path) ?? [];
        const given = made?.(body, path) ?? [];
        const isForAdministrators =
          changed.some((name) => isAdministrator(name, facts)) ||
          given.some((name) => isReserved(name, facts));
        const isForReaders = [...changed, ...given].some((name) => isReader(name, facts));
        return [
          ...(isForAdministrators ? FOR_ADMINISTRATORS : NONE),
          ...(isForReaders ? NAMED_SCOPES : NONE),
        ];
      },
    }),
  };
}

/** The properties that the request names are set or removed. */
export function changesProperties<B>(names: {
  readonly path?: string;
  readonly body?: (body: B) => string | null | undefined;
}): AlsoNeeded {
  const { path: parameter, body: named } = names;
  const neededFor = (key: string | null | undefined) =>
    key && protectionOf(key) !== 'none' ? FOR_PROTECTED_PROPERTIES : NONE;
  return {
    says: `${quoted(FOR_PROTECTED_PROPERTIES)} for a protected property`,
    ...(parameter && { byPath: (path) => neededFor(path[parameter]) }),
    ...(named && { byBody: (body) => neededFor(named(body)) }),
  };
}

function isAdministrator(name: string | null | undefined, facts: AccessFacts): boolean {
  const prepared = name ? username(name) : null;
  return prepared !== null && facts.isAdministrator(prepared);
}

function isReserved(name: string | null | undefined, facts: AccessFacts): boolean {
  const prepared = name ? username(name) : null;
  return prepared !== null && facts.isReserved(prepared);
}

function isReader(name: string | null | undefined, facts: AccessFacts): boolean {
  const prepared = name ? username(name) : null;
  return prepared !== null && facts.isReader(prepared);
}
