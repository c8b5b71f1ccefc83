import type { RoomAddress } from '@chat-admin/domain/muc/rooms/room-directory';
import { RoomHistory } from '@chat-admin/domain/muc/history/room-history';
import type {
  HistoryBound,
  HistoryFilter,
  HistoryRange,
  HistoryRoom,
  LoggedMessage,
  RetractedMessages,
  RetractionResult,
} from '@chat-admin/domain/muc/history/room-history';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { oldestRows } from '../../database/oldest-rows.js';
import type { RowStreams } from '../../database/row-streams.js';
import { isShort, literal } from '../../database/search-text.js';
import type { TrigramLetters } from '../../database/search-text.js';
import { MessagesOfSender } from './messages-of-sender.js';
import { SHOWN_MESSAGE } from './shown-message.js';

const room: Statement = {
  name: 'room-history-room',
  text: `
    select id, can_anyone_discover_jid as "canAnyoneDiscoverJid", log_enabled as "isLogged",
           has_messages(id) as "isStored",
           chat_service.history_max_number as "maxNumber"
    from room join chat_service on chat_service.name = room.service
    where room.service = $1 and room.name = $2`,
};

const LARGEST_ID = '9223372036854775807';

/** Bounds without an id are a moment, before or after all messages of which they lie. */
export function historyQuery(
  roomId: number,
  { before, after, limit, skip = 0 }: HistoryRange,
  { search, sender, withRetracted }: HistoryFilter,
) {
  const isFromStart = after !== null && before === null;
  const direction = isFromStart ? 'asc' : 'desc';
  const values: unknown[] = [roomId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const row = ({ at, id }: HistoryBound, other: string) =>
    `(${bind(at)}::timestamptz, ${bind(id ?? other)}::bigint)`;
  const conditions = [
    'room_id = $1',
    withRetracted ? `(${SHOWN_MESSAGE} or retracted_at is not null)` : SHOWN_MESSAGE,
    ...(before === null ? [] : [`(sent_at, id) < ${row(before, '0')}`]),
    ...(after === null ? [] : [`(sent_at, id) > ${row(after, LARGEST_ID)}`]),
    ...(search === null ? [] : [`lower(body) like lower(${bind(`%${literal(search)}%`)}::text)`]),
    ...(sender === null ? [] : [`split_part(sender, '/', 1) = ${bind(sender)}`]),
  ];
  const tombstone = withRetracted ? `, retracted_at, retracted_by, retract_reason` : '';
  const shown = withRetracted
    ? `, retracted_at as retracted, retracted_by as "retractedBy", retract_reason as reason`
    : '';
  const text = `
    select id::text as id, nickname, sender, sender_shown as "senderShown", coalesce(body, '') as body,
      sent_at as "sentAt"${shown}
    from (
      select id, nickname, sender, sender_shown, body, sent_at${tombstone} from room_message
      where ${conditions.join(' and ')}
      order by sent_at ${direction}, id ${direction}
      limit $2::bigint${skip === 0 ? '' : ` offset ${bind(skip)}::bigint`}
    ) message
    order by sent_at, message.id`;
  return [text, values] as const;
}

const remove: Statement = {
  name: 'room-history-remove',
  text: `delete from room_message where id = message_id($2) and room_id = $1`,
};

const purge: Statement = {
  name: 'room-history-purge',
  text: `
    delete from room_message where id = any (array(
      select id from room_message where room_id = $1 and sent_at < $2
      order by sent_at, id limit $3))`,
};

const countBefore: Statement = {
  name: 'room-history-count-before',
  text: `
    select count(*)::integer as count from (
      select from room_message where room_id = $1 and sent_at < $2 limit $3) as counted`,
};

const OUTCOMES = `
    select
      count(*) filter (where outcome = 'retracted')::integer as retracted,
      count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'missing')::integer as missing
    from done`;

const retractIds: Statement = {
  name: 'room-history-retract',
  text: `
    with asked as materialized (
      select distinct text, message_id(text) as id from unnest($2::text[]) as text order by id
    ), done as materialized (
      select retract_message($1, id, jsonb_build_object('reason', $3::text)) as outcome from asked
    )${OUTCOMES}`,
};

const retractSender: Statement = {
  name: 'room-history-retract-of-sender',
  text: `
    with latest as (
      select id, sent_at from room_message
      where room_id = $1 and split_part(sender, '/', 1) = $2 and sent_at >= coalesce($4, '-infinity'::timestamptz)
        and nickname is not null and retracts is null and retracted_at is null
      order by sent_at desc, id desc limit $5
    ), asked as materialized (
      select id from latest order by id
    ), done as materialized (
      select retract_message($1, id, jsonb_build_object('reason', $3::text)) as outcome from asked
    )${OUTCOMES}`,
};

const forget = oldestRows('room_message');

const forgetOriginals: Statement = {
  name: 'room-history-forget-originals',
  text: `
    delete from retracted_message where id = any (array(
      select id from retracted_message
      where retracted_at < now() - make_interval(days => $1::integer)
      order by retracted_at limit $2
      for update skip locked))`,
};

/** Conversations in `room_message`. */
export class PostgresRoomHistory extends RoomHistory {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
    private readonly letters: TrigramLetters,
  ) {
    super();
  }

  async room({ service, name }: RoomAddress): Promise<HistoryRoom | null> {
    return (await this.db.run<HistoryRoom>(room, [service, name])).rows[0] ?? null;
  }

  messages(
    roomId: number,
    range: HistoryRange,
    filter: HistoryFilter,
  ): AsyncIterable<readonly LoggedMessage[]> {
    return this.streams.read<LoggedMessage>(...historyQuery(roomId, range, filter));
  }

  page(
    roomId: number,
    range: HistoryRange,
    filter: HistoryFilter,
  ): Promise<readonly LoggedMessage[]> {
    return this.streams.readPage<LoggedMessage>(...historyQuery(roomId, range, filter));
  }

  async canFind(text: string): Promise<boolean> {
    return !isShort(text, await this.letters.areUnicode());
  }

  async remove(roomId: number, id: string): Promise<boolean> {
    return (await this.db.run(remove, [roomId, id])).count > 0;
  }

  async retract(
    roomId: number,
    which: RetractedMessages,
    reason: string | null,
  ): Promise<RetractionResult> {
    const { rows } =
      'ids' in which
        ? await this.db.run<RetractionResult>(retractIds, [roomId, which.ids, reason])
        : await this.db.run<RetractionResult>(retractSender, [
            ...[roomId, which.sender, reason, which.from, which.limit],
          ]);
    return rows[0]!;
  }

  async purge(roomId: number, before: Date, limit: number): Promise<number> {
    return (await this.db.run(purge, [roomId, before, limit])).count;
  }

  async countBefore(roomId: number, before: Date, limit: number): Promise<number> {
    const { rows } = await this.db.run<{ count: number }>(countBefore, [roomId, before, limit]);
    return rows[0]!.count;
  }

  anonymise(sender: BareJid): Promise<number> {
    return new MessagesOfSender(this.db, sender).anonymise();
  }

  removeOf(sender: BareJid): Promise<number> {
    return new MessagesOfSender(this.db, sender).remove();
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }

  async forgetOriginals(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forgetOriginals, [days, limit])).count;
  }
}
