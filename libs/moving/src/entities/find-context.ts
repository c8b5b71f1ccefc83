import { domainpart } from '@chat-admin/domain/shared/jid';
import type { Domainpart } from '@chat-admin/domain/shared/jid';
import { accountName } from '../mapping/account-name.js';
import { isOfDirectory } from '../mapping/directory-provider.js';
import type { GroupFacts, MappingContext } from '../mapping/context.js';
import { LABEL, propertyOf, SHOWN } from '../mapping/groups.js';
import { MovedJids } from '../mapping/jids.js';
import { MovedNames } from '../mapping/names.js';
import { clearValue } from '../mapping/properties.js';
import { Renames } from '../mapping/renames.js';
import type { Rename } from '../mapping/renames.js';
import { RoomNames } from '../mapping/room-names.js';
import { cleanText, millisecondsOf } from '../mapping/values.js';
import type { OpenfireKeys } from '../passwords/openfire-keys.js';
import type { AccountRow, PropertyRow } from '../rows.js';
import { SourceRefused } from '../source.js';
import type { AccountHead, RoomHead, Source } from '../source.js';

/** What is read of the source before anything is mapped. */
export interface Found {
  readonly context: MappingContext;
  readonly properties: readonly PropertyRow[];
  /** in clear; null: there is none, or no key decrypts it */
  readonly passwordKey: string | null;
  /** whether people or groups lie in a directory */
  readonly hasDirectory: boolean;
  /** classes of other providers by which data lie elsewhere */
  readonly foreignProviders: readonly string[];
}

export interface DomainChoice {
  /** of the target */
  readonly target: Domainpart;
  /** `--domain old=new` */
  readonly renamed: { readonly from: string; readonly to: string } | null;
  /** what openfire.xml says */
  readonly fallback: string | null;
  /** `--rename old=new` */
  readonly renames?: readonly Rename[];
}

const PASSWORD_KEY = 'passwordKey';
const PROVIDER = /^provider\.(auth|user|group|vcard|roster|lockout|admin|userproperty)\.className$/;
/** of `org.jivesoftware.openfire` */
const DEFAULT_PROVIDER = /\.Default[A-Za-z]*Provider$/;

/** Reads properties, names and sharing. @throws SourceRefused for another domain; SourceFailed */
export async function findContext(
  source: Source,
  keys: OpenfireKeys,
  choice: DomainChoice,
  now: Date,
): Promise<Found> {
  const properties: PropertyRow[] = [];
  for await (const row of source.rows('properties')) properties.push(row);
  const clear = (name: string) => {
    const row = properties.find((one) => one.name === name);
    return row === undefined ? null : clearValue(row, keys);
  };
  const domain = domainOf(source.facts.domain ?? choice.fallback, choice);
  const renames = new Renames(choice.renames ?? [], domain, await servicesOf(source, choice));
  const jids = new MovedJids(domain, choice.target, renames);
  const accounts = await accountNames(source, renames);
  const rooms = await roomNames(source, jids, renames);
  await requireUsable(renames, { accounts, rooms, jids }, source);
  const values = properties.flatMap(({ propValue }) => propValue ?? []);
  const providers = properties.filter(
    ({ name, propValue }) => PROVIDER.test(name) && !isDefault(propValue),
  );
  const foreign = providers.filter(({ propValue }) => !isOfDirectory(propValue!, values));
  return {
    context: { jids, now, accounts, rooms, groups: await groupFacts(source) },
    properties,
    passwordKey: clear(PASSWORD_KEY),
    hasDirectory: foreign.length < providers.length,
    foreignProviders: foreign.map(({ name, propValue }) => `${name}=${propValue}`),
  };
}

const isDefault = (value: string | null): boolean =>
  !value?.trim() || DEFAULT_PROVIDER.test(value.trim());

function domainOf(found: string | null, { target, renamed }: DomainChoice): Domainpart {
  const from = domainpart(found ?? renamed?.from ?? target);
  if (from === null) throw new SourceRefused(`The source has no usable domain: ${found}`);
  const named = renamed ?? { from: target, to: target };
  if (domainpart(named.from) === from && domainpart(named.to) === target) return from;
  if (from === target) {
    throw new SourceRefused(
      `--domain: source and target are both of ${from}: leave it out, or name another target`,
    );
  }
  throw new SourceRefused(
    `The domain of the source is ${from}, that of the target ${target}: --domain ${from}=${target} changes all addresses`,
  );
}

async function accountNames(source: Source, renames: Renames): Promise<MovedNames> {
  const names = new MovedNames(accountName, renames.accounts);
  const pass = async (take: (candidate: { name: string; modified: number | null }) => void) => {
    for await (const { username, modificationDate } of accountHeads(source)) {
      take({ name: username, modified: millisecondsOf(modificationDate) });
    }
  };
  await pass((candidate) => names.see(candidate));
  if (names.needsSecondPass) await pass((candidate) => names.meet(candidate));
  names.decide();
  return names;
}

/** Names here of the accounts of the source; `null`: one is not moved. */
export async function* movedAccountNames(
  source: Source,
  { accounts }: Pick<MappingContext, 'accounts'>,
): AsyncIterable<string | null> {
  for await (const { username } of accountHeads(source)) yield accounts.of(username);
}

function accountHeads(source: Source): AsyncIterable<AccountHead> {
  return source.accountHeads?.() ?? headsIn(source.rows('accounts'));
}

async function* headsIn(rows: AsyncIterable<AccountRow>): AsyncIterable<AccountHead> {
  for await (const { username, user } of rows) {
    if (user !== null) yield { username, modificationDate: user.modificationDate };
  }
}

async function roomNames(source: Source, jids: MovedJids, renames: Renames): Promise<RoomNames> {
  const names = new RoomNames(jids.domain, (service) => renames.roomsOf(service));
  const heads = (): AsyncIterable<RoomHead> => source.roomHeads?.() ?? source.rows('rooms');
  for await (const { services, name, modificationDate, canDiscoverJID } of heads()) {
    if (services[0] !== undefined) {
      names.see(services[0], name, modificationDate, canDiscoverJID === 1);
    }
  }
  if (names.needsSecondPass) {
    for await (const { services, name, modificationDate } of heads()) {
      if (services[0] !== undefined) names.meet(services[0], name, modificationDate);
    }
  }
  names.decide();
  return names;
}

async function servicesOf(source: Source, { renames }: DomainChoice): Promise<readonly string[]> {
  const services: string[] = [];
  if (!renames?.length) return services;
  for await (const { subdomain } of source.rows('services')) services.push(subdomain);
  return services;
}

/** @throws SourceRefused for names that are not there, cannot be here, or are another's */
async function requireUsable(
  renames: Renames,
  { accounts, rooms, jids }: Pick<MappingContext, 'accounts' | 'rooms' | 'jids'>,
  source: Source,
): Promise<void> {
  renames.refuseTaken(accounts.takers, (service) => rooms.takersIn(service));
  for await (const text of namedIn(source)) {
    if (renames.unmet.length === 0) break;
    jids.member(text);
  }
  for (const rename of renames.unmet) {
    renames.fault(rename, `the source names no account, room or contact ${rename.old}`);
  }
  if (renames.faults.length > 0) throw new SourceRefused(renames.faults.join('\n'));
}

/** Who may be named without an account or a room. */
async function* namedIn(source: Source): AsyncIterable<string> {
  for await (const { members } of source.rows('groups')) yield* members.map((one) => one.username);
  for await (const { affiliations, members } of source.rows('rooms')) {
    yield* [...affiliations, ...members].map(({ jid }) => jid);
  }
  for await (const { jid } of source.rows('rosters')) yield jid;
}

async function groupFacts(source: Source): Promise<GroupFacts> {
  const sizes = new Map<string, number>();
  const sharedLabels = new Set<string>();
  for await (const { groupName, group, members, properties } of source.rows('groups')) {
    if (group === null) continue;
    const name = cleanText(groupName, [], 'groupName');
    sizes.set(name, members.length);
    const shown = propertyOf(properties, SHOWN)?.trim();
    if (shown !== 'everybody' && shown !== 'onlyGroup') continue;
    sharedLabels.add(name);
    const label = propertyOf(properties, LABEL)?.trim();
    if (label) sharedLabels.add(cleanText(label, [], 'displayName'));
  }
  const accounts = source.facts.kinds.has('accounts') ? (await source.count('accounts')).rows : 0;
  return { sizes, sharedLabels, accounts };
}
