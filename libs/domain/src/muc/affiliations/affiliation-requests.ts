import { GroupNotFound } from '../../groups/errors.js';
import {
  affiliationOf,
  hasNewMember,
  losesLastOwner,
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

/** @param texts the references as received */
export function listRequest(
  room: string,
  affiliation: Affiliation,
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
          entryOf(referenceIn(before, reference), existing) ?? refuse(texts[index]!, room),
      );
      return (options) => {
        for (const entry of entries) {
          if (isMissing(entry, existing)) throw new NoSuchGroup(entry.name, room);
        }
        return allowed(room, affiliation, before, change(before, entries, affiliation), options);
      };
    },
  };
}

export function additionRequest(
  room: string,
  affiliation: Affiliation,
  text: string,
  reference: Reference,
): AffiliationRequest {
  return {
    references: [reference],
    extent: 'asked',
    decide(existing, before) {
      const entry = entryOf(referenceIn(before, reference), existing) ?? refuse(text, room);
      return (options) => {
        if (isMissing(entry, existing)) throw new GroupNotFound(entry.name);
        return allowed(room, affiliation, before, affiliate(before, [entry], affiliation), options);
      };
    },
  };
}

/** @param text the name as received */
export function removalRequest(
  room: string,
  affiliation: Affiliation,
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
        const after = entry && withdraw(before, entry);
        if (after === undefined || losesLastOwner(before, after)) {
          throw new RoomForbids('Could not delete affiliation', text);
        }
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
  room: string,
  affiliation: Affiliation,
  before: Affiliations,
  after: Affiliations,
  { loginRestrictedToNickname }: Pick<RoomOptions, 'loginRestrictedToNickname'>,
): Affiliations {
  if (losesLastOwner(before, after) || (loginRestrictedToNickname && hasNewMember(before, after))) {
    throw new RoomForbids(modificationRefused(affiliation), room);
  }
  return after;
}

export function modificationRefused(affiliation: Affiliation): string {
  return `Could not apply modification to list of ${affiliation}`;
}

function isMissing(entry: Entry, existing: Existing): entry is Extract<Entry, { kind: 'group' }> {
  return entry.kind === 'group' && !existing.groups.has(entry.name);
}

function refuse(text: string, room: string): never {
  throw new NotAJid(text, room);
}
