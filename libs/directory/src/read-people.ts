import type {
  DirectoryCard,
  DirectoryPerson,
  TakeEntries,
} from '@chat-admin/domain/directories/directory-source';
import type { Filter } from 'ldapts';
import { attributesIn, firstOf, mappedValue, textsOf } from './attribute-values.js';
import { ConnectionFault } from './connection-fault.js';
import type { DirectoryClient } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import type { DirectoryKind } from './directory-kind.js';
import { dnKey } from './dn-key.js';
import { both } from './filters.js';
import type { FoundEntry } from './messages.js';

const PAGE = 500;
/** With pictures, a page has to be smaller. */
const PAGE_WITH_CARDS = 100;
const CARD = {
  fullName: ['displayName', 'cn'],
  givenName: ['givenName'],
  familyName: ['sn'],
  email: ['mail'],
  telephone: ['telephoneNumber'],
  title: ['title'],
  organization: ['company', 'o'],
} as const satisfies Partial<Record<keyof DirectoryCard, readonly string[]>>;
const PHOTOS = ['thumbnailPhoto', 'jpegPhoto'];
const MOST_PHOTO_BYTES = 1024 * 1024;

/** Ids of people by what groups call them: the key of their DN, or their name. */
export type PeopleIds = Map<string, string>;

export interface PeopleRead {
  readonly ids: PeopleIds;
  readonly referrals: number;
}

export interface ReadPeople {
  readonly client: DirectoryClient;
  readonly configuration: DirectoryConfiguration;
  readonly kind: DirectoryKind;
}

/**
 * @param changed null: all
 * @param note is shown each entry, with `attributes`
 */
export async function readPeople(
  { client, configuration, kind }: ReadPeople,
  { changed, attributes, note }: Changed,
  take: TakeEntries,
): Promise<PeopleRead> {
  const { people, settings } = configuration;
  const hasCards = settings.vcard !== 'off';
  const filters = changed === null ? [people.filter] : [people.filter, changed];
  const disabled = await disabledIds({ client, configuration, kind }, filters);
  const ids: PeopleIds = new Map();
  const distinct = distinctIds(kind);
  const { properties, ...mapped } = people.map;
  const wanted = new Set([
    ...[kind.id.attribute, kind.passwordTimeAttribute, ...kind.stateAttributes, ...attributes],
    ...[...Object.values(mapped), ...Object.values(properties)].flatMap(attributesIn),
    ...(hasCards ? [...Object.values(CARD).flat(), ...PHOTOS] : []),
  ]);
  const referrals = await client.search(
    {
      base: people.base,
      filter: both(...filters),
      attributes: [...wanted],
      page: hasCards ? PAGE_WITH_CARDS : PAGE,
    },
    (entries) =>
      take(
        entries.map((entry): DirectoryPerson => {
          note(entry);
          const externalId = distinct(entry);
          const username = mappedValue(entry, people.map.username);
          ids.set(calledBy(configuration, entry.dn, username), externalId);
          return personOf({ configuration, kind }, entry, externalId, username, disabled);
        }),
      ),
  );
  return { ids, referrals };
}

export interface Changed {
  readonly changed: Filter | null;
  readonly attributes: readonly string[];
  note(entry: FoundEntry): void;
}

/** @returns the ids of all people, by what groups call them */
export async function sweepPeople({
  client,
  configuration,
  kind,
}: ReadPeople): Promise<PeopleRead> {
  const { base, filter, map } = configuration.people;
  const ids: PeopleIds = new Map();
  const distinct = distinctIds(kind);
  const isNamed = configuration.groups?.memberIs === 'name';
  const attributes = [kind.id.attribute, ...(isNamed ? attributesIn(map.username) : [])];
  const referrals = await client.search(
    { base, filter, attributes, page: PAGE },
    async (entries) => {
      for (const entry of entries) {
        const username = isNamed ? mappedValue(entry, map.username) : null;
        ids.set(calledBy(configuration, entry.dn, username), distinct(entry));
      }
    },
  );
  return { ids, referrals };
}

/** What it returns reads the id of an entry. @throws ConnectionFault if it has none, or one that was there before */
export function distinctIds(kind: DirectoryKind): (entry: FoundEntry) => string {
  const seen = new Set<string>();
  return (entry) => {
    const id = kind.id.read(entry);
    if (id === null || id === '') {
      const lacks = `${entry.dn} shows no ${kind.id.attribute}; the reader needs the right to read it`;
      throw new ConnectionFault('exchange', lacks);
    }
    if (seen.has(id)) throw new ConnectionFault('exchange', `the entry ${id} was sent twice`);
    seen.add(id);
    return id;
  };
}

function calledBy({ groups }: DirectoryConfiguration, dn: string, username: string | null): string {
  // who has no name is called by none
  return groups?.memberIs === 'name' ? (username?.toLowerCase() ?? `\u0000${dn}`) : dnKey(dn);
}

async function disabledIds(
  { client, configuration, kind }: ReadPeople,
  filters: readonly Filter[],
): Promise<ReadonlySet<string>> {
  const { base, disabledWhen } = configuration.people;
  const found = new Set<string>();
  if (disabledWhen === null) return found;
  const distinct = distinctIds(kind);
  await client.search(
    { base, filter: both(...filters, disabledWhen), attributes: [kind.id.attribute], page: PAGE },
    async (entries) => entries.forEach((entry) => found.add(distinct(entry))),
  );
  return found;
}

function personOf(
  { configuration, kind }: Pick<ReadPeople, 'configuration' | 'kind'>,
  entry: FoundEntry,
  externalId: string,
  username: string | null,
  disabledByFilter: ReadonlySet<string>,
): DirectoryPerson {
  const { people, settings } = configuration;
  const properties: Record<string, string> = {};
  for (const [name, mapped] of Object.entries(people.map.properties)) {
    const value = mappedValue(entry, mapped);
    if (value !== null) properties[name] = value;
  }
  const state = kind.disabled(entry);
  return {
    kind: 'person',
    ...{ externalId, username, properties },
    dn: entry.dn,
    name: mappedValue(entry, people.map.name),
    email: mappedValue(entry, people.map.email),
    disabled: state.disabled || disabledByFilter.has(externalId),
    disabledFrom: state.disabledFrom,
    passwordTime: firstOf(entry, kind.passwordTimeAttribute),
    card: settings.vcard === 'off' ? null : cardOf(entry),
  };
}

function cardOf(entry: FoundEntry): DirectoryCard {
  const card: Record<string, string> = {};
  for (const [field, names] of Object.entries(CARD)) {
    const value = names
      .map((name) => textsOf(entry, name).length > 0 && firstOf(entry, name))
      .find(Boolean);
    if (value) card[field] = value;
  }
  const photo = PHOTOS.map((name) => entry.attributes.get(name.toLowerCase())?.[0]).find(
    (bytes) => bytes !== undefined && bytes.length > 0 && bytes.length <= MOST_PHOTO_BYTES,
  );
  if (photo !== undefined) card['photo'] = photo.toString('base64');
  return card;
}
