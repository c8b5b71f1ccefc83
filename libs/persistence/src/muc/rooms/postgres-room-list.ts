import { RoomList } from '@chat-admin/domain/muc/rooms/room-list';
import type { RoomDetails, RoomEntry, RoomSelection } from '@chat-admin/domain/muc/rooms/room-list';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { orderedList } from '../../database/ordered-lists.js';
import type { RowStreams } from '../../database/row-streams.js';
import type { TrigramLetters } from '../../database/search-text.js';
import { roomSource, selectedRooms } from './room-list-source.js';

/** Rooms by page, from `room`. */
export class PostgresRoomList extends RoomList {
  constructor(
    private readonly streams: RowStreams,
    private readonly letters: TrigramLetters,
  ) {
    super();
  }

  async select(
    service: ServiceName,
    selection: RoomSelection,
    details: RoomDetails,
  ): Promise<OrderedList<RoomEntry>> {
    const searches = selection.text !== null || selection.search !== null;
    const seesUnicode = searches && (await this.letters.areUnicode());
    const source = roomSource(selection.expandGroups, details);
    const conditions = selectedRooms(service, selection, seesUnicode);
    return orderedList<RoomEntry, RoomEntry>(this.streams, source, conditions, (row) => row);
  }
}
