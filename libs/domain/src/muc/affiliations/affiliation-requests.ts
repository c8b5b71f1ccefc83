import { GroupNotFound } from '../../groups/errors.js';
import {
  affiliationOf,
  losesLastOwner,
  requireNoNewMember,
  replaceHolders,
  withdraw,
  affiliate,
} from './affiliations.js';
import type { Affiliation, Affiliations, Entry } from './affiliations.js';
import { NoSuchGroup, NotAJid, RoomForbids } from '../errors.js';
import { entryOf, referenceIn } from './references.js';
import type { Existing, Reference } from './references.js';
import type { Extent } from '../rooms/room-repository.js';
import type { RoomOptions } from '../rooms/room.js';

const OWNERLESS = 'the room would have no owner';

/**
 * Computes the affiliations after the change, or throws if it is refused. Contract: muc-and-legacy
 * 9.1, checks 4 to 7
 */
export type Decision = (room: Pick<RoomOptions, 'loginRestrictedToNickname'>) => Affiliations;

/** A requested change, in its two stages of validation. */
export interface AffiliationRequest {
  readonly references: readonly Reference[];
  /** of the room's entries, what `before` has to hold */
  readonly extent: Extent;
  /**
   * @param before the current affiliations; none if the room is missing
   * @throws NotAJid, also for a missing room. Contract: check 2
   */
  decide(existing: Existing, before: Affiliations): Decision;
}

type ListChange = (
  before: Affiliations,
  entries: readonly Entry[],
  affiliation: Affiliation,
) => Affiliations;

/** The list that a request is about. */
export interface RequestedList {
  /** as errors show it */
  readonly room: string;
  readonly affiliation: Affiliation;
  readonly groupJid: (name: string) => string;
}

/** @param texts the references as received */
export function listRequest(
  list: RequestedList,
  texts: readonly string[],
  references: readonly Reference[],
  change: ListChange,
): AffiliationRequest {
  return {
    references,
    extent: change === replaceHolders ? 'all' : 'asked',
    decide(existing, before) {
      const entries = references.map(
        (reference, index) =>
          entryOf(referenceIn(before, reference), existing) ?? refuse(texts[index]!, list.room),
      );
      return (options) => {
        for (const entry of entries) {
          if (isMissing(entry, existing)) throw new NoSuchGroup(entry.name, list.room);
        }
        return allowed(list, entries, before, change(before, entries, list.affiliation), options);
      };
    },
  };
}

export function additionRequest(
  list: RequestedList,
  text: string,
  reference: Reference,
): AffiliationRequest {
  return {
    references: [reference],
    extent: 'asked',
    decide(existing, before) {
      const entry = entryOf(referenceIn(before, reference), existing) ?? refuse(text, list.room);
      return (options) => {
        if (isMissing(entry, existing)) throw new GroupNotFound(entry.name);
        const after = affiliate(before, [entry], list.affiliation);
        return allowed(list, [entry], before, after, options);
      };
    },
  };
}

/** @param text the name as received */
export function removalRequest(
  { room, affiliation }: RequestedList,
  text: string,
  reference: Reference,
): AffiliationRequest {
  return {
    references: [reference],
    extent: 'asked',
    decide(existing, before) {
      const candidates = removable(referenceIn(before, reference), existing);
      if (candidates.length === 0) refuse(text, room);
      return () => {
        for (const entry of candidates) {
          if (isMissing(entry, existing)) throw new GroupNotFound(entry.name);
        }
        const entry = candidates.find((one) => affiliationOf(before, one) === affiliation);
        const forbidden = (detail: string) =>
          new RoomForbids('affiliation-removal-not-allowed', text, detail);
        if (entry === undefined) throw forbidden(`not in the list of ${affiliation}s`);
        const after = withdraw(before, entry);
        if (losesLastOwner(before, after)) throw forbidden(OWNERLESS);
        return after;
      };
    },
  };
}

/** Text without `@` means the local JID first, then a group. Contract: muc-and-legacy 1.3 */
function removable(reference: Reference, existing: Existing): readonly Entry[] {
  if (reference.kind !== 'name') {
    const entry = entryOf(reference, existing);
    return entry === null ? [] : [entry];
  }
  const { local, text } = reference;
  return [
    ...(local === null ? [] : [{ kind: 'person', jid: local.jid } as const]),
    ...(existing.groups.has(text) ? [{ kind: 'group', name: text } as const] : []),
  ];
}

function allowed(
  { room, affiliation, groupJid }: RequestedList,
  entries: readonly Entry[],
  before: Affiliations,
  after: Affiliations,
  { loginRestrictedToNickname }: Pick<RoomOptions, 'loginRestrictedToNickname'>,
): Affiliations {
  const refusal = { listOf: affiliation };
  if (losesLastOwner(before, after)) throw new RoomForbids(refusal, room, OWNERLESS);
  if (loginRestrictedToNickname) {
    requireNoNewMember({ room, refusal, groupJid }, entries, before, after);
  }
  return after;
}

function isMissing(entry: Entry, existing: Existing): entry is Extract<Entry, { kind: 'group' }> {
  return entry.kind === 'group' && !existing.groups.has(entry.name);
}

function refuse(text: string, room: string): never {
  throw new NotAJid(text, room);
}
