import { occupantsDoc, participantsDoc } from '@chat-admin/codecs/muc/rooms/occupants.doc';
import type { ShownOccupant } from '@chat-admin/domain/muc/rooms/room-activity';
import { orderedArray } from '@chat-admin/domain/shared/ordered-array';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { listOf } from '../../http/lists.js';

const byJid = {
  ...{ sortsByKey: true as const, filters: {}, others: ['servicename'] },
  sorts: { jid: 'text' as const },
};

/** Contract: extensions E1.2 */
export const participantList = listOf(participantsDoc, byJid);
export const occupantList = listOf(occupantsDoc, byJid);

/** Those who are in a room with two clients have one occupant JID. */
export const ordered = (occupants: readonly ShownOccupant[]): OrderedList<ShownOccupant> =>
  orderedArray(
    () => occupants,
    ({ jid, userAddress }) => [jid, userAddress],
    { keepsOrder: true },
  );
