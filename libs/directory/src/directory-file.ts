import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { DIRECTORY_KINDS, LOGIN_WAYS } from '@chat-admin/domain/directories/directory-settings';
import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import type { Filter } from 'ldapts';
import { parseDocument } from 'yaml';
import { attributesIn } from './attribute-values.js';
import { CheckedFields, isObject } from './checked-fields.js';
import type {
  DirectoryConfiguration,
  GroupsConfiguration,
  PeopleConfiguration,
} from './directory-configuration.js';
import { filterOf } from './filters.js';
import type { ServerAddress } from './open-connection.js';
import { sharingOf } from './sharing.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Kind = DirectorySettings['kind'];

const NAME = /^[a-z0-9-]{1,30}$/;
/** Of an attribute, as filters and answers name it. */
const ATTRIBUTE = /^[a-z][a-z0-9-]{0,99}$/i;
const DAY = 86_400;

const DEFAULTS = {
  ad: {
    people: '(&(objectCategory=person)(objectClass=user))',
    groups: '(objectClass=group)',
    externalId: 'objectGUID',
    username: 'sAMAccountName',
    name: 'displayName',
  },
  openldap: {
    people: '(objectClass=inetOrgPerson)',
    groups: '(objectClass=groupOfNames)',
    externalId: 'entryUUID',
    username: 'uid',
    name: 'cn',
  },
} as const;

/**
 * Reads the file of directories (E13.3), and the files that it names.
 * @throws ConfigurationFaults with all faults of all entries
 */
export async function readDirectoryFile(
  path: string,
  environment: Environment,
): Promise<readonly DirectoryConfiguration[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationFaults([`${path} cannot be read (${error.code ?? 'unknown reason'})`]);
  });
  const faults: string[] = [];
  const entries = await directoriesIn(text, environment, faults);
  if (faults.length > 0) {
    throw new ConfigurationFaults([...new Set(faults)].map((fault) => `${path}: ${fault}`));
  }
  return entries;
}

async function directoriesIn(
  text: string,
  environment: Environment,
  faults: string[],
): Promise<readonly DirectoryConfiguration[]> {
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    faults.push(...document.errors.map(({ message }) => message.split('\n')[0]!));
    return [];
  }
  const file = new CheckedFields(document.toJS({ maxAliasCount: 100 }), 'the file', faults);
  const list = file.list('directories');
  file.end();
  if (faults.length > 0) return [];
  const found: DirectoryConfiguration[] = [];
  for (const [index, value] of list.entries()) {
    found.push(await directoryOf(value, index, environment, faults));
  }
  const names = found.map(({ settings }) => settings.name);
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) < index))) {
    faults.push(`two directories have the name ${name}`);
  }
  return found;
}

async function directoryOf(
  value: unknown,
  index: number,
  environment: Environment,
  faults: string[],
): Promise<DirectoryConfiguration> {
  const named = isObject(value) && typeof value['name'] === 'string' ? ` (${value['name']})` : '';
  const entry = new CheckedFields(value, `directories[${index}]${named}`, faults);
  const name = entry.text('name', undefined, NAME, '1 to 30 of a-z, 0-9 and -');
  const kind = entry.oneOf<Kind>('kind', DIRECTORY_KINDS);
  const servers = await serversOf(entry);
  const map = entry.object('map');
  const keepKeysDays = entry.number('keepKeysDays', 0, 0, 365);
  if (keepKeysDays > 0) entry.fault('keepKeysDays', 'must be 0: keeping keys is not supported yet');
  const settings: DirectorySettings = {
    ...{ name, kind },
    servers: entry.list('servers', ['']).map(String),
    logins: entry.oneOf('logins', LOGIN_WAYS, 'off'),
    keepKeysDays,
    missing: entry.oneOf('missing', ['lock', 'delete', 'keep'], 'lock'),
    deleteAfterDays: entry.number('deleteAfterDays', 30, 1, 3650),
    onConflict: entry.oneOf('onConflict', ['fail', 'link'], 'fail'),
    administrators: entry.flag('administrators', false),
    vcard: map.oneOf('vcard', ['off', 'initial', 'always'], 'off'),
    share: sharingOf(entry, faults),
    pollMs: entry.number('poll', 30, 5, 3600) * 1000,
    fullMs: entry.number('full', 3600, 300, DAY) * 1000,
    brake: brakeOf(entry),
    digest: createHash('sha256')
      .update(JSON.stringify(inOrder(withoutPlaces(value))))
      .digest('hex'),
  };
  const configuration = {
    ...{ settings, servers },
    reader: entry.text('bind'),
    passwordFile: await passwordFileOf(entry, name, environment),
    people: peopleOf(entry.object('people'), map, kind),
    groups: entry.has('groups') ? groupsOf(entry.object('groups'), kind) : null,
  };
  if (!entry.has('people')) entry.fault('people', 'is missing');
  entry.end();
  return configuration;
}

/** Where files are on this machine, which another one may have elsewhere. */
const PLACES = ['caFile', 'passwordFile'];

const withoutPlaces = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !PLACES.includes(name)))
    : value;

/** An entry as all instances have it who have the same, however it is written there. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, inOrder(one)]),
  );
}

async function serversOf(entry: CheckedFields): Promise<readonly ServerAddress[]> {
  const startTls = entry.flag('startTls', false);
  const caFile = entry.optional('caFile');
  const authorities =
    caFile === null ? null : await readFile(caFile, 'utf8').catch(unreadable(entry, 'caFile'));
  if (authorities !== null && !authorities.includes('-----BEGIN CERTIFICATE-----')) {
    entry.fault('caFile', `${caFile} has no certificate in PEM`);
  }
  return entry.list('servers').flatMap((server) => {
    const [, scheme, name, port] =
      /^(ldaps?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]{1,255})(?::(\d{1,5}))?\/?$/i.exec(
        String(server),
      ) ?? [];
    if (scheme === undefined || name === undefined || Number(port ?? 1) > 65_535) {
      entry.fault('servers', `${String(server)} is no address such as ldaps://dc1.example.org`);
      return [];
    }
    const host = name.replace(/^\[|\]$/g, '');
    const isDirect = scheme.toLowerCase() === 'ldaps';
    if (isDirect && startTls)
      entry.fault('servers', `startTls is for ldap://, not ${String(server)}`);
    if (!isDirect && !startTls && !isLoopback(host)) {
      entry.fault('servers', `${String(server)} needs TLS: write ldaps://, or startTls: true`);
    }
    const tls = isDirect ? 'direct' : startTls ? 'startTls' : 'none';
    return [{ ...{ host, tls, authorities }, port: Number(port ?? (isDirect ? 636 : 389)) }];
  });
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

async function passwordFileOf(
  entry: CheckedFields,
  name: string,
  environment: Environment,
): Promise<string> {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  const named = entry.optional('passwordFile');
  if (named === null && !folder) {
    entry.fault('passwordFile', `is missing, and there is no credential directory-${name}`);
    return '';
  }
  const path = named ?? join(folder!, `directory-${name}`);
  const password = await readFile(path, 'utf8').catch(unreadable(entry, 'passwordFile', path));
  if (password !== null && passwordIn(password) === '') {
    entry.fault('passwordFile', `${path} has no password`);
  }
  return path;
}

/** The first line, as other files of secrets have it. */
export const passwordIn = (text: string): string => text.split('\n', 1)[0]!.replace(/\r$/, '');

const unreadable =
  (entry: CheckedFields, name: string, path = '') =>
  ({ code }: NodeJS.ErrnoException): null => {
    entry.fault(name, `${path} cannot be read (${code ?? 'unknown reason'})`.trimStart());
    return null;
  };

function peopleOf(entry: CheckedFields, map: CheckedFields, kind: Kind): PeopleConfiguration {
  const usual = DEFAULTS[kind === 'ad' ? 'ad' : 'openldap'];
  const mapped = {
    externalId: map.text(
      'externalId',
      kind === 'other' ? undefined : usual.externalId,
      ATTRIBUTE,
      'the name of an attribute',
    ),
    username: map.text('username', usual.username),
    name: map.text('name', usual.name),
    email: map.text('email', 'mail'),
    properties: map.object('properties').texts(),
  };
  if (kind !== 'other' && map.has('externalId')) map.fault('externalId', 'is for kind other');
  const { externalId: _, properties, ...fields } = mapped;
  for (const [name, value] of [...Object.entries(fields), ...Object.entries(properties)]) {
    const attributes = attributesIn(value);
    if (attributes.length > 0 && attributes.every((one) => ATTRIBUTE.test(one))) continue;
    map.fault(name, `${value} names no attribute`);
  }
  map.end();
  const disabledWhen = entry.has('disabledWhen') ? filterIn(entry, 'disabledWhen', '') : null;
  const people = {
    base: entry.text('base'),
    filter: filterIn(entry, 'filter', usual.people),
    ...{ disabledWhen, map: mapped },
  };
  entry.end();
  return people;
}

function groupsOf(entry: CheckedFields, kind: Kind): GroupsConfiguration {
  const usual = DEFAULTS[kind === 'ad' ? 'ad' : 'openldap'];
  const attribute = (name: string, otherwise: string) =>
    entry.text(name, otherwise, ATTRIBUTE, 'the name of an attribute');
  const groups = {
    base: entry.text('base'),
    filter: filterIn(entry, 'filter', usual.groups),
    nested: entry.flag('nested', false),
    name: attribute('name', 'cn'),
    description: attribute('description', 'description'),
    member: attribute('member', 'member'),
    memberIs: entry.oneOf('memberIs', ['dn', 'name'], 'dn'),
  };
  entry.end();
  return groups;
}

function filterIn(entry: CheckedFields, name: string, otherwise: string): Filter {
  const text = entry.text(name, otherwise);
  try {
    return filterOf(text);
  } catch (error) {
    entry.fault(name, (error as Error).message);
    return filterOf('(objectClass=*)');
  }
}

function brakeOf(entry: CheckedFields): DirectorySettings['brake'] {
  const brake = entry.object('brake');
  const percent = brake.number('percent', 10, 0, 100);
  const atLeast = brake.number('atLeast', 20, 1, 1_000_000);
  brake.end();
  return { percent, atLeast };
}
