import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import type { RoomFilter } from '@chat-admin/domain/muc/rooms/room';
import { ROOM_READ, selectRooms } from './room-select.js';

/** Contract: muc-and-legacy 4 */
export function listRooms(
  service: ServiceName,
  { rooms, search, expandGroups }: RoomFilter,
): { readonly text: string; readonly values: readonly unknown[] } {
  const conditions = ['service = $1'];
  const values: unknown[] = [service];
  if (rooms === 'public') conditions.push('public_room');
  if (rooms === 'none') conditions.push('false');
  if (search !== null) {
    values.push(containing(search));
    const matches = [`lower(natural_name) like lower($${values.length}::text)`];
    const name = roomName(search);
    if (name !== null) {
      values.push(containing(name));
      matches.push(`lower(name) like $${values.length}`); // for its index
    }
    conditions.push(`(${matches.join(' or ')})`);
  }
  const found = `select ${ROOM_READ} from room where ${conditions.join(' and ')} order by name`;
  return { text: `${selectRooms(found, expandGroups)} order by room.name`, values };
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
