import { extraRoomFields, roomsDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import type { RoomCriteria } from '@chat-admin/domain/muc/rooms/room-search';
import { flagFilter, nameFilter, textFilter } from '../../http/list-filters.js';
import { listOf } from '../../http/lists.js';
import type { ListRequest } from '../../http/lists.js';
import { roomFilter } from './room.query.js';
import type { RoomQuery } from './room.query.js';

/** Contract: extensions E1.2 */
export const roomList = listOf(
  roomsDoc,
  {
    sorts: {
      roomName: 'text',
      naturalName: 'text',
      creationDate: 'time',
      modificationDate: 'time',
    },
    filters: {
      text: textFilter('Text in room name, naturalName or description, ignoring case'),
      persistent: flagFilter('Whether the rooms found stay when they are empty'),
      membersOnly: flagFilter('Whether only members may enter the rooms found'),
      moderated: flagFilter('Whether the rooms found are moderated'),
      passwordProtected: flagFilter('Whether the rooms found have a password'),
      affiliated: nameFilter('Who is owner, admin or member: a user name, JID or group'),
      banned: nameFilter('Who is banned: a user name, JID or group'),
      occupant: nameFilter('Who is in the rooms now: a user name; needs `sessions:read`, too'),
    },
    others: ['servicename', 'type', 'search'],
  },
  extraRoomFields,
);

export function roomCriteria(
  { filters, isPaged }: ListRequest<(typeof roomList)['filters']>,
  query: RoomQuery,
): RoomCriteria {
  return { ...filters, ...roomFilter(query), isPaged };
}
