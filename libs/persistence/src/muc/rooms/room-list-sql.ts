import type { TextForm } from '@chat-admin/domain/shared/written-list';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import type { RoomFilter } from '@chat-admin/domain/muc/rooms/room';
import { writtenBatches } from '../../database/written-batches.js';
import type { WrittenQuery } from '../../database/written-rows.js';
import { ROOM_READ, selectRooms, writtenRooms } from './room-select.js';

/** A room with its lists is about ten times as large as a user. */
const ROOMS_AT_ONCE = 100;

/** Contract: muc-and-legacy 4 */
export function listRooms(service: ServiceName, filter: RoomFilter): WrittenQuery {
  const { condition, values } = where(service, filter);
  const found = `select ${ROOM_READ} from room where ${condition} order by name`;
  const text = `${selectRooms(found, filter.expandGroups)} order by room.name`;
  return { text, values, batchRows: ROOMS_AT_ONCE };
}

/** The same as texts. */
export function writeRooms(service: ServiceName, filter: RoomFilter, form: TextForm): WrittenQuery {
  const { condition, values } = where(service, filter);
  const written = (end: string) =>
    writtenRooms(`select ${ROOM_READ} from room ${end}`, filter.expandGroups, form);
  if (filter.search !== null) {
    return { text: written(`where ${condition} order by name`), values, batchRows: ROOMS_AT_ONCE };
  }
  const rows = { table: 'room', key: 'name', condition };
  return {
    text: writtenBatches(rows, form, ROOMS_AT_ONCE, written),
    values,
    batchRows: 1,
    isByIndex: true,
  };
}

function where(service: ServiceName, { rooms, search }: RoomFilter) {
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
  return { condition: conditions.join(' and '), values };
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
