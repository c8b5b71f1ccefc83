import { patchedValues, requireLimits } from '../../shared/fields.js';
import type { BareJid } from '../../shared/jid.js';
import { requireAtMost } from '../../shared/limits.js';
import { setBy } from '../../shared/patch.js';
import type { Patch } from '../../shared/patch.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { affiliationsOf, isEmptyChange, MOST_AFFILIATIONS } from '../affiliations/affiliations.js';
import type { AffiliationChange } from '../affiliations/affiliations.js';
import type { GroupJids } from '../affiliations/group-jids.js';
import {
  AFFILIATION_LISTS,
  entryIn,
  groupsIn,
  namesOwner,
  parseLists,
  withOwner,
} from './room-draft.js';
import type { AffiliationList, RoomDraft } from './room-draft.js';
import { differingFields } from './room-facts.js';
import { ROOM_FIELDS } from './room.js';
import type { Room, RoomSettings } from './room.js';
import type { ValidatedEntry, ValidatedRoom } from './validated-room.js';

/** Contract: extensions E3 */
export type RoomPatch = Patch<RoomDraft>;

/** A patch whose lists are read, before the room is locked. */
export interface ParsedPatch {
  /** the names of all groups it refers to */
  readonly groups: readonly string[];
  /** whether it sets a password */
  readonly setsPassword: boolean;
  /** The room after it. @throws InvalidArgument, NotAJid, TooManyParts */
  validate(before: Room): ValidatedRoom;
}

export async function parsePatch(
  patch: RoomPatch,
  domain: ServiceDomain,
  jids: GroupJids,
  defaultOwner: () => Promise<BareJid>,
): Promise<ParsedPatch> {
  const listed = await parseLists(setBy(patch), domain, jids);
  const isOwned = patch.owners === undefined || namesOwner(listed);
  const owner = isOwned ? null : await defaultOwner();
  const isPatched = ({ name }: AffiliationList) => patch[name] !== undefined;
  return {
    groups: groupsIn(listed),
    setsPassword: Boolean(patch.password),
    validate(before) {
      const settings = patchedSettings(before, patch);
      const affiliations = affiliationsOf(before);
      const entries = AFFILIATION_LISTS.flatMap((list) =>
        isPatched(list)
          ? listed
              .filter((one) => one.list === list)
              .map((one) => entryIn(before.roomName, one, affiliations))
          : keptEntries(before, list),
      );
      if (AFFILIATION_LISTS.some(isPatched)) requireAtMost(MOST_AFFILIATIONS, entries.length);
      requireLimits(ROOM_FIELDS, patch);
      return {
        name: before.roomName,
        entries: withOwner(entries, owner),
        defaultOwner: owner,
        settings,
      };
    },
  };
}

/** An absent date of the change becomes that of this one; that of the creation is never removed. */
function patchedSettings(before: Room, patch: RoomPatch): RoomSettings {
  return {
    creationDate: patch.creationDate ?? null,
    modificationDate: patch.modificationDate ?? null,
    ...patchedValues(ROOM_FIELDS, before, patch),
  };
}

function keptEntries(before: Room, list: AffiliationList): readonly ValidatedEntry[] {
  const { affiliation, isOfGroups, name } = list;
  return before[name].map((text) => ({
    entry: isOfGroups ? { kind: 'group', name: text } : { kind: 'person', jid: text as BareJid },
    affiliation,
    named: true,
  }));
}

/** Whether a patch would leave the room as it is. */
export function isSameRoom(
  before: Room,
  patch: RoomPatch,
  { settings }: ValidatedRoom,
  change: AffiliationChange,
): boolean {
  const { modificationDate: date } = patch;
  const isSameDate = date === undefined || date?.getTime() === before.modificationDate.getTime();
  return isSameDate && isEmptyChange(change) && differingFields(before, settings).size === 0;
}
