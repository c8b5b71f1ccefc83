import { InvalidArgument } from '../../shared/domain-error.js';
import { requireLimits, valuesOf } from '../../shared/fields.js';
import type { Draft } from '../../shared/fields.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import { mapInPieces } from '../../shared/pieces.js';
import { shownValue } from '../../shared/shown-value.js';
import type { Use } from '../../shared/stringprep.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { AFFILIATIONS } from '../affiliations/affiliations.js';
import type {
  Affiliation,
  AffiliationLists,
  Affiliations,
  Entry,
} from '../affiliations/affiliations.js';
import { NotAJid } from '../errors.js';
import type { GroupJids } from '../affiliations/group-jids.js';
import { parseReference, referenceIn } from '../affiliations/references.js';
import type { Reference } from '../affiliations/references.js';
import { ROOM_FIELDS, roomName } from './room.js';
import type { RoomSettings } from './room.js';
import type { ValidatedEntry, ValidatedRoom } from './validated-room.js';

/** A room as received from a client, unvalidated. */
export type RoomDraft = Draft<typeof ROOM_FIELDS> & {
  readonly [List in keyof AffiliationLists]?: readonly string[] | undefined;
} & {
  readonly roomName?: string | undefined;
  readonly creationDate?: Date | undefined;
  readonly modificationDate?: Date | undefined;
};

/** A room document whose references depend on the room that it overwrites. */
export interface ParsedRoom {
  /** the names of all groups it refers to */
  readonly groups: readonly string[];
  /**
   * @param before the current affiliations; none for a new room
   * @throws InvalidArgument, NotAJid. Contract: muc-and-legacy 5.1, check 6; core 1.11
   */
  validate(before: Affiliations): ValidatedRoom;
}

/** A list of a document, in document order. */
export interface AffiliationList {
  readonly name: keyof AffiliationLists;
  readonly affiliation: Affiliation;
  readonly isOfGroups: boolean;
}

export const AFFILIATION_LISTS: readonly AffiliationList[] = AFFILIATIONS.flatMap((affiliation) => [
  { name: `${affiliation}s`, affiliation, isOfGroups: false } as const,
  { name: `${affiliation}Groups`, affiliation, isOfGroups: true } as const,
]);

/** Who asks for a room, and what is done beside. */
export interface RoomRequest {
  readonly sendInvitations: boolean;
  /** the account that signs, which owns a room that names no owner; `null`: none does */
  readonly signer: Localpart | null;
}

/** An entry of a list, as far as it is understood without the room. */
export interface Listed {
  readonly list: AffiliationList;
  readonly text: string;
  readonly reference: Reference;
}

const NAME_MISSING = 'roomName is missing';

/** @throws InvalidArgument. Contract: muc-and-legacy 5.1, checks 1 and 2 */
export function newRoomName(draft: RoomDraft | null): Localpart {
  const sent = draft?.roomName;
  if (!sent)
    throw new InvalidArgument('invalid-room-name', { resource: 'chatrooms', detail: NAME_MISSING });
  const name = roomName(sent, 'stored');
  if (name !== null) return name;
  const detail = `not the name of a room: ${shownValue(sent)}`;
  throw new InvalidArgument('invalid-room-name', { resource: sent, detail });
}

/** @throws InvalidArgument. Contract: muc-and-legacy 5.1, check 3 */
export function sameRoomName(path: string, draft: RoomDraft | null, use: Use): Localpart {
  const name = roomName(path, use);
  const sent = draft?.roomName;
  if (name !== null && sent !== undefined && roomName(sent, use) === name) return name;
  throw new InvalidArgument('room-name-mismatch', {
    resource: name ?? path,
    detail: sent ? `the document names ${shownValue(sent)}` : NAME_MISSING,
  });
}

/** @throws InvalidArgument. Contract: muc-and-legacy 3.2; 5.1, check 5 */
export async function parseRoom(
  name: Localpart,
  draft: RoomDraft,
  domain: ServiceDomain,
  jids: GroupJids,
  defaultOwner: () => Promise<BareJid>,
): Promise<ParsedRoom> {
  const settings: RoomSettings = {
    creationDate: draft.creationDate ?? null,
    modificationDate: draft.modificationDate ?? null,
    ...valuesOf(ROOM_FIELDS, draft), // last, because spreading it first takes three times as long
  };
  const listed = await parseLists(draft, domain, jids);
  const owner = namesOwner(listed) ? null : await defaultOwner();
  return {
    groups: groupsIn(listed),
    validate(before) {
      const entries = listed.map((one) => entryIn(name, one, before));
      requireLimits(ROOM_FIELDS, draft);
      return { name, entries: withOwner(entries, owner), defaultOwner: owner, settings };
    },
  };
}

export function parseLists(
  draft: RoomDraft,
  domain: ServiceDomain,
  jids: GroupJids,
): Promise<readonly Listed[]> {
  return mapInPieces(textsIn(draft), ({ list, text }): Listed => {
    if (!list.isOfGroups)
      return { list, text, reference: parseReference(text, domain, jids, 'stored') };
    const group = jids.groupOf(text) ?? text;
    return { list, text, reference: { kind: 'group-jid', group } };
  });
}

/** Names of all groups among them. */
export function groupsIn(listed: readonly Listed[]): readonly string[] {
  const groups = listed.flatMap(({ reference }) =>
    reference.kind === 'group-jid' ? [reference.group] : [],
  );
  return [...new Set(groups)];
}

function textsIn(draft: RoomDraft) {
  return AFFILIATION_LISTS.flatMap((list) => {
    const texts = draft[list.name] ?? [];
    const named = list.isOfGroups ? texts.filter((text) => text.trim() !== '') : texts; // I-17
    return named.map((text) => ({ list, text }));
  });
}

/** How many people and groups the document names. */
export function entriesIn(draft: RoomDraft): number {
  return textsIn(draft).length;
}

/** @param before the current affiliations of the room. @throws NotAJid */
export function entryIn(
  room: Localpart,
  { list: { affiliation }, text, reference }: Listed,
  before: Affiliations,
): ValidatedEntry {
  const entry = listedEntry(referenceIn(before, reference));
  if (entry === null) throw new NotAJid(text, room);
  return { entry, affiliation, named: true };
}

/** Whether a person is named as owner; what is no JID is refused later. */
export const namesOwner = (listed: readonly Listed[]): boolean =>
  listed.some(
    ({ list, reference }) => list.affiliation === 'owner' && reference.kind !== 'group-jid',
  );

/**
 * The entries of a document that names no owner. The default owner owns the room, whatever else the
 * document makes of this person; as an outcast the person stays, to be refused.
 * @param owner `null`: the document names an owner. Contract: muc-and-legacy 5.1, check 8
 */
export function withOwner(
  entries: readonly ValidatedEntry[],
  owner: BareJid | null,
): readonly ValidatedEntry[] {
  if (owner === null) return entries;
  const others = entries.filter(
    ({ entry, affiliation }) =>
      affiliation === 'outcast' || entry.kind !== 'person' || entry.jid !== owner,
  );
  const entry: Entry = { kind: 'person', jid: owner };
  return [{ entry, affiliation: 'owner', named: others.length < entries.length }, ...others];
}

/** Names in user lists mean users, never groups. Contract: muc-and-legacy 1.3 */
function listedEntry(reference: Reference): Entry | null {
  if (reference.kind === 'group-jid') return { kind: 'group', name: reference.group };
  if (reference.kind === 'jid') return { kind: 'person', jid: reference.bare };
  if (reference.kind !== 'name' || reference.local === null) return null;
  return { kind: 'person', jid: reference.local.jid };
}
