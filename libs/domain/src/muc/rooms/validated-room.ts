import { namesOf } from '../../shared/audit-facts.js';
import type { Names } from '../../shared/audit-facts.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import type { Affiliation, Affiliations, Entry } from '../affiliations/affiliations.js';
import { DefaultOwnerOutcast, DuplicateAffiliations, NoSuchGroup } from '../errors.js';
import type { RoomRefusal } from '../errors.js';
import type { RoomSettings } from './room.js';

/** A requested room, validated as far as possible without the database. */
export interface ValidatedRoom {
  readonly name: Localpart;
  readonly settings: RoomSettings;
  /** in document order; an entity may still occur twice */
  readonly entries: readonly ValidatedEntry[];
  /** who owns it because the document names no owner; `null`: it names one */
  readonly defaultOwner: BareJid | null;
}

export interface ValidatedEntry {
  readonly entry: Entry;
  readonly affiliation: Affiliation;
  /** false for the default owner whom the document names nowhere */
  readonly named: boolean;
}

/** Names of all groups that the rooms affiliate. */
export function affiliatedGroups(rooms: readonly ValidatedRoom[]): readonly string[] {
  const names = new Set<string>();
  for (const { entries } of rooms)
    for (const { entry } of entries) if (entry.kind === 'group') names.add(entry.name);
  return [...names];
}

/** For the audit entry of a request that makes the rooms. */
export const peopleIn = (rooms: readonly ValidatedRoom[]): Names =>
  namesOf(
    rooms.flatMap(({ entries }) =>
      entries.flatMap(({ entry }) => (entry.kind === 'person' ? [entry.jid] : [])),
    ),
    (jid) => jid,
  );

/**
 * A group in two lists ends up in the later one.
 * @param which `named`: without a default owner whom the document names nowhere
 */
export function affiliationsIn(
  { entries }: ValidatedRoom,
  which: 'all' | 'named' = 'all',
): Affiliations {
  const people = new Map<BareJid, Affiliation>();
  const groups = new Map<string, Affiliation>();
  for (const { entry, affiliation, named } of entries) {
    if (which === 'named' && !named) continue;
    if (entry.kind === 'person') people.set(entry.jid, affiliation);
    else groups.set(entry.name, affiliation);
  }
  return { people, groups };
}

/**
 * @param refusal of duplicates
 * @throws NoSuchGroup, DuplicateAffiliations. Contract: muc-and-legacy 5.1, checks 7 and 8
 */
export function requireConsistent(
  { name, entries, defaultOwner }: ValidatedRoom,
  existingGroups: ReadonlySet<string>,
  refusal: RoomRefusal,
): void {
  for (const { entry } of entries) {
    if (entry.kind === 'group' && !existingGroups.has(entry.name)) {
      throw new NoSuchGroup(entry.name, name);
    }
  }
  const twice = repeatedPeople(entries);
  if (defaultOwner !== null && twice.includes(defaultOwner)) {
    throw new DefaultOwnerOutcast(refusal, name, twice, defaultOwner);
  }
  if (twice.length > 0) throw new DuplicateAffiliations(refusal, name, twice);
}

export function repeatedPeople(entries: readonly ValidatedEntry[]): readonly BareJid[] {
  const seen = new Map<BareJid, number>();
  for (const { entry } of entries) {
    if (entry.kind === 'person') seen.set(entry.jid, (seen.get(entry.jid) ?? 0) + 1);
  }
  return [...seen].filter(([, count]) => count > 1).map(([jid]) => jid);
}
