import { liesInDirectory } from './directory-provider.js';
import type { ReadProperty } from './directory-provider.js';
import { notedOfCard } from './directory-card.js';

/** An entry of the file of directories (extensions E13.3), as far as an Openfire says it. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'ad' | 'openldap';
  readonly servers: readonly string[];
  readonly startTls?: true;
  readonly bind: string;
  readonly passwordFile?: string;
  readonly people: { readonly base: string; readonly filter: string };
  readonly groups?: Readonly<Record<string, string | boolean>>;
  readonly map: Readonly<Record<string, string>>;
  readonly logins?: 'bind';
}

export interface FoundDirectories {
  readonly entries: readonly DirectoryEntry[];
  /** of the reader; null: there is none, or no key decrypts it */
  readonly password: string | null;
  /** sentences on what does not come along, or needs a look */
  readonly notes: readonly string[];
}

/** What an Openfire says of its directory cannot be used here. */
export class UnusableDirectory extends Error {
  override readonly name = 'UnusableDirectory';
  constructor(
    message: string,
    /** what to do */
    readonly help: string,
  ) {
    super(message);
  }
}

const START = 'ldap.';
const PASSWORD = 'ldap.adminPassword';
const AD = /samaccountname|userprincipalname|objectcategory|1\.2\.840\.113556/i;
/** Reading is done otherwise here. */
const NOT_NEEDED =
  /^ldap\.(?:authCache\..*|autoFollow.*|clientSideSorting|connectTimeout|connection.*|debugEnabled|ldapDebugEnabled|enclose.*|followReferrals|initialContextFactory|paged.*|read(?:Timeout|\.timeout)|search(?:Fields|PageSize)|userDNCache.*|findUsersFromGroupsEnabled)$/i;

/**
 * Says what an Openfire reads of its directory as entries of the file of directories.
 * @param values of all its properties, in clear as far as they can be
 * @param passwordFile that is to hold the password of the reader; null: none is named
 * @throws UnusableDirectory
 */
export function directoriesOf(
  values: ReadonlyMap<string, string | null>,
  passwordFile: string | null,
): FoundDirectories {
  const used = new Set<string>([PASSWORD]);
  const notes: string[] = [];
  const read: ReadProperty = (name) => {
    used.add(name);
    return values.get(name)?.trim() || null;
  };
  const ldap = (name: string, otherwise: string) => read(`${START}${name}`) ?? otherwise;
  const isOn = (name: string) => ldap(name, 'false').toLowerCase() === 'true';
  const clear = [...values.values()].filter((value) => value !== null);
  const lies = (kind: Parameters<typeof liesInDirectory>[0]) => liesInDirectory(kind, read, clear);

  const { servers, startTls } = serversOf(read, isOn);
  const bind = read(`${START}adminDN`);
  if (bind === null) {
    throw new UnusableDirectory(
      'Its directory is read there without a login: ldap.adminDN is missing, or cannot be decrypted',
      'A directory is read here as a reader of its own: docs/directories.md says which rights it needs.',
    );
  }
  const username = ldap('usernameField', 'uid');
  const filter = filterOf(username, read(`${START}searchFilter`));
  const groupName = ldap('groupNameField', 'cn');
  const groupFilter = filterOf(groupName, read(`${START}groupSearchFilter`));
  const kind = AD.test(`${username}${filter}${groupFilter}`)
    ? ('ad' as const)
    : ('openldap' as const);
  notes.push(
    `kind: ${kind} is told from attributes and filters; other LDAP servers are "kind: other", which needs map.externalId.`,
    `caFile: without it the authorities of Node count; Openfire keeps its own in resources/security/truststore.`,
  );
  if (passwordFile === null) {
    notes.push(
      'passwordFile: --write-password FILE writes the password of the reader, and names the file here.',
    );
  }
  const groups = lies('group') && {
    filter: groupFilter,
    nested: isOn('flattenNestedGroups'),
    name: groupName,
    description: ldap('groupDescriptionField', 'description'),
    member: ldap('groupMemberField', 'member'),
    memberIs: isOn('posixMode') ? 'name' : 'dn',
  };
  const logins = lies('auth') && ({ logins: 'bind' } as const);
  if (logins) {
    notes.push(
      'logins: bind leaves passwords to the directory; without it people get chat passwords here.',
    );
  }
  const hasCards = lies('vcard');
  const mapping = read(`${START}vcard-mapping`);
  if (hasCards) notes.push(...notedOfCard(mapping));
  const entry = (name: string, base: string): DirectoryEntry => ({
    ...{ name, kind, servers },
    ...(startTls && { startTls }),
    bind,
    ...(passwordFile !== null && { passwordFile }),
    people: { base, filter },
    ...(groups && { groups: { base, ...groups } }),
    map: {
      ...{ username, name: ldap('nameField', 'cn'), email: ldap('emailField', 'mail') },
      ...(hasCards && { vcard: 'always' }),
    },
    ...logins,
  });
  const entries = [entry('main', ldap('baseDN', ''))];
  if (entries[0]!.people.base === '') {
    throw new UnusableDirectory(
      'ldap.baseDN is not set',
      'Openfire does not read a directory without it, either.',
    );
  }
  const alternate = read(`${START}alternateBaseDN`);
  if (alternate !== null) {
    entries.push(entry('main-2', alternate));
    notes.push(
      'main-2 is ldap.alternateBaseDN: members of a group that lie below the other base are left out.',
    );
  }
  notes.push(...restOf(values, read, used, lies('user')));
  return { entries, password: values.get(PASSWORD) ?? null, notes };
}

function serversOf(
  read: ReadProperty,
  isOn: (name: string) => boolean,
): { readonly servers: readonly string[]; readonly startTls?: true } {
  const hosts = (read(`${START}host`) ?? '').split(/[\s,]+/).filter((host) => host !== '');
  if (hosts.length === 0) {
    throw new UnusableDirectory(
      'This Openfire has no directory: ldap.host is not set',
      'Its people are in its tables: "import openfire check" looks at them.',
    );
  }
  const port = read(`${START}port`) ?? '389';
  const isDirect = isOn('sslEnabled');
  const startTls = !isDirect && isOn('startTlsEnabled');
  if (!isDirect && !startTls && !hosts.every(isLoopback)) {
    throw new UnusableDirectory(
      'Directories are spoken to with TLS only',
      'Set ldap.sslEnabled or ldap.startTlsEnabled there once the directory has a certificate.',
    );
  }
  const scheme = isDirect ? 'ldaps' : 'ldap';
  const usual = isDirect ? '636' : '389';
  const servers = hosts.map((host) => {
    const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    return `${scheme}://${name}${port === usual ? '' : `:${port}`}`;
  });
  return startTls ? { servers, startTls } : { servers };
}

const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Openfire puts the attribute of the name, and `*` for `{0}`, where it lists all. */
function filterOf(attribute: string, own: string | null): string {
  const named = `(${attribute}=*)`;
  if (own === null) return named;
  const listed = own.replaceAll('{0}', '*');
  const whole = listed.startsWith('(') ? listed : `(${listed})`;
  return listed === own ? `(&${named}${whole})` : whole;
}

/** What is said there and has no place in the file. */
function* restOf(
  values: ReadonlyMap<string, string | null>,
  read: ReadProperty,
  used: ReadonlySet<string>,
  arePeopleThere: boolean,
): Iterable<string> {
  if (!arePeopleThere) {
    yield 'Accounts are in the tables of Openfire, and their passwords in the directory: "onConflict: link" hands over accounts that are moved first.';
  }
  if (read('admin.authorizedJIDs') !== null) {
    yield 'Administrators (admin.authorizedJIDs) who are people of the directory need "administrators: true", which lets it manage their accounts.';
  }
  if (read(`${START}subTreeSearch`)?.toLowerCase() === 'false') {
    yield 'ldap.subTreeSearch=false: here all levels below a base are read.';
  }
  if (read(`${START}usernameSuffix`) !== null) {
    yield 'ldap.usernameSuffix: people get their names here with that suffix, unless map.username names another attribute.';
  }
  for (const [name, value] of [...values].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(START) || used.has(name) || NOT_NEEDED.test(name)) continue;
    const shown = value === null || /password|secret/i.test(name) ? '' : `=${value}`;
    yield `${name}${shown} has no counterpart here.`;
  }
}
