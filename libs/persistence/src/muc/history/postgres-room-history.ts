import type { RoomAddress } from '@chat-admin/domain/muc/rooms/room-directory';
import { RoomHistory } from '@chat-admin/domain/muc/history/room-history';
import type {
  HistoryRange,
  HistoryRoom,
  LoggedMessage,
} from '@chat-admin/domain/muc/history/room-history';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { oldestRows } from '../../database/oldest-rows.js';
import type { RowStreams } from '../../database/row-streams.js';
import { SHOWN_MESSAGE } from './shown-message.js';

const room: Statement = {
  name: 'room-history-room',
  text: `
    select id, can_anyone_discover_jid as "canAnyoneDiscoverJid",
           chat_service.history_max_number as "maxNumber"
    from room join chat_service on chat_service.name = room.service
    where room.service = $1 and room.name = $2`,
};

const messages = (from: 'first' | 'last') => `
  select nickname, sender, sender_shown as "senderShown", body, sent_at as "sentAt"
  from (
    select * from room_message
    where room_id = $1 and ${SHOWN_MESSAGE}
      and ($2::timestamptz is null or sent_at < $2) and ($3::timestamptz is null or sent_at > $3)
    order by sent_at ${from === 'first' ? 'asc' : 'desc'}, id ${from === 'first' ? 'asc' : 'desc'}
    limit $4::bigint
  ) message
  order by sent_at, id`;

const remove: Statement = {
  name: 'room-history-remove',
  text: `delete from room_message where id = message_id($2) and room_id = $1`,
};

const forget = oldestRows('room_message');

/** Conversations in `room_message`. */
export class PostgresRoomHistory extends RoomHistory {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  async room({ service, name }: RoomAddress): Promise<HistoryRoom | null> {
    return (await this.db.run<HistoryRoom>(room, [service, name])).rows[0] ?? null;
  }

  messages(
    roomId: number,
    { before, after, limit }: HistoryRange,
  ): AsyncIterable<readonly LoggedMessage[]> {
    const text = messages(after !== null && before === null ? 'first' : 'last');
    return this.streams.read<LoggedMessage>(text, [roomId, before, after, limit]);
  }

  async remove(roomId: number, id: string): Promise<boolean> {
    return (await this.db.run(remove, [roomId, id])).count > 0;
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }
}
