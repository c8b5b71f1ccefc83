import type { BareJid } from '../../shared/jid.js';
import { NewMembersForbidden } from '../errors.js';
import type { RoomRefusal } from '../errors.js';

/** In document order. */
export const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'] as const;

/** Of one list, and of all lists of a room together. */
export const MOST_AFFILIATIONS = { things: 'affiliations', most: 50_000 };

/** A lasting relation of a person or group to a room (XEP-0045); absent means none. */
export type Affiliation = (typeof AFFILIATIONS)[number];

/** A person or group that can be affiliated directly. */
export type Entry =
  | { readonly kind: 'person'; readonly jid: BareJid }
  | { readonly kind: 'group'; readonly name: string };

/** The explicit affiliations of a room; each entity holds at most one. */
export interface Affiliations {
  readonly people: ReadonlyMap<BareJid, Affiliation>;
  readonly groups: ReadonlyMap<string, Affiliation>;
}

/** The same as the lists of a document, each ascending by code point. */
export interface AffiliationLists {
  readonly owners: readonly BareJid[];
  readonly admins: readonly BareJid[];
  readonly members: readonly BareJid[];
  readonly outcasts: readonly BareJid[];
  readonly ownerGroups: readonly string[];
  readonly adminGroups: readonly string[];
  readonly memberGroups: readonly string[];
  readonly outcastGroups: readonly string[];
}

/** The entries that a change sets and removes. */
export interface AffiliationChange {
  readonly set: Affiliations;
  readonly dropped: { readonly people: readonly BareJid[]; readonly groups: readonly string[] };
}

export const NOBODY: Affiliations = { people: new Map(), groups: new Map() };

export function affiliationsOf(lists: AffiliationLists): Affiliations {
  const people = new Map<BareJid, Affiliation>();
  const groups = new Map<string, Affiliation>();
  for (const affiliation of AFFILIATIONS) {
    for (const jid of lists[`${affiliation}s`]) people.set(jid, affiliation);
    for (const name of lists[`${affiliation}Groups`]) groups.set(name, affiliation);
  }
  return { people, groups };
}

export function affiliationOf(affiliations: Affiliations, entry: Entry): Affiliation | null {
  const held =
    entry.kind === 'person'
      ? affiliations.people.get(entry.jid)
      : affiliations.groups.get(entry.name);
  return held ?? null;
}

/** Gives each entry `affiliation`, replacing its previous one. */
export function affiliate(
  before: Affiliations,
  entries: readonly Entry[],
  affiliation: Affiliation,
): Affiliations {
  const people = new Map(before.people);
  const groups = new Map(before.groups);
  for (const entry of entries) {
    if (entry.kind === 'person') people.set(entry.jid, affiliation);
    else groups.set(entry.name, affiliation);
  }
  return { people, groups };
}

/** Makes `entries` the only holders of `affiliation`; previous holders lose theirs. */
export function replaceHolders(
  before: Affiliations,
  entries: readonly Entry[],
  affiliation: Affiliation,
): Affiliations {
  const others: Affiliations = {
    people: without(before.people, affiliation),
    groups: without(before.groups, affiliation),
  };
  return affiliate(others, entries, affiliation);
}

export function withdraw(before: Affiliations, entry: Entry): Affiliations {
  const people = new Map(before.people);
  const groups = new Map(before.groups);
  if (entry.kind === 'person') people.delete(entry.jid);
  else groups.delete(entry.name);
  return { people, groups };
}

export function hasOwner({ people, groups }: Affiliations): boolean {
  const isOwner = (held: Affiliation): boolean => held === 'owner';
  return [...people.values()].some(isOwner) || [...groups.values()].some(isOwner);
}

/** Whether the change removes the last owner. Contract: muc-and-legacy 9.1, check 6 */
export function losesLastOwner(before: Affiliations, after: Affiliations): boolean {
  return hasOwner(before) && !hasOwner(after);
}

/** What a refusal says. */
export interface Refused {
  readonly room: string;
  readonly refusal: RoomRefusal;
  readonly groupJid: (name: string) => string;
}

/**
 * @param entries all that are named, in order
 * @throws NewMembersForbidden. Contract: muc-and-legacy 5.1, check 10, and 9.1, check 7
 */
export function requireNoNewMember(
  { room, refusal, groupJid }: Refused,
  entries: readonly Entry[],
  before: Affiliations,
  after: Affiliations,
): void {
  const isNew = (entry: Entry) =>
    affiliationOf(after, entry) === 'member' && affiliationOf(before, entry) !== 'member';
  const added = entries
    .filter(isNew)
    .map((entry) => (entry.kind === 'person' ? entry.jid : groupJid(entry.name)));
  if (added.length > 0) throw new NewMembersForbidden(refusal, room, [...new Set(added)]);
}

export function changeBetween(before: Affiliations, after: Affiliations): AffiliationChange {
  return {
    set: {
      people: changed(before.people, after.people),
      groups: changed(before.groups, after.groups),
    },
    dropped: {
      people: [...before.people.keys()].filter((jid) => !after.people.has(jid)),
      groups: [...before.groups.keys()].filter((name) => !after.groups.has(name)),
    },
  };
}

export function isEmptyChange({ set, dropped }: AffiliationChange): boolean {
  return (
    set.people.size + set.groups.size === 0 && dropped.people.length + dropped.groups.length === 0
  );
}

function without<K>(held: ReadonlyMap<K, Affiliation>, affiliation: Affiliation) {
  return new Map([...held].filter(([, one]) => one !== affiliation));
}

function changed<K>(
  before: ReadonlyMap<K, Affiliation>,
  after: ReadonlyMap<K, Affiliation>,
): ReadonlyMap<K, Affiliation> {
  return new Map([...after].filter(([key, affiliation]) => before.get(key) !== affiliation));
}
