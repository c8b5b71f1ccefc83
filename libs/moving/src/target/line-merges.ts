import type { MovedMessage } from '../mapping/messages.js';
import type { GrowingKind } from '../rows.js';
import { isKept, takesOwner } from './kept.js';
import type { OwnTable } from './stage.js';

/** What `moving.line` calls the lines of rooms that are taken anew, whose former ones may be known, too. */
export const AGAIN = 'again';

/** Of a staged message, and of one here; its cells are in this order. */
export const TEXT_COLUMNS = 'sent_at, sender, sender_shown, nickname, subject, body, stanza';

export const OWN_TABLES: Partial<Record<GrowingKind, OwnTable>> = {
  messages: {
    table: 'moving.staged_message',
    columns: `id, service, room, ${TEXT_COLUMNS}`,
    cellsOf: (value) => {
      const line = value as MovedMessage;
      return [
        ...[line.id, line.service, line.room, line.sentAt.toISOString(), line.sender],
        ...[String(line.senderShown), line.nickname, line.subject, line.body, line.stanza],
      ];
    },
  },
};

const KEPT_ROOM = isKept('rooms', 'staged.service, staged.room');

/** Of staged messages: their room is not here, or was kept. */
export const WITHOUT_ROOM = `(
  ${KEPT_ROOM} or not exists (
    select from room where room.service = staged.service and room.name = staged.room))`;

/** Which of the staged lines belong to nothing that is here. */
export const LEFT_OUT: Readonly<Record<GrowingKind, string>> = {
  audit: 'select n from moving.stage where false',
  messages: `select n from moving.staged_message staged where ${WITHOUT_ROOM}`,
  offline: `select n from moving.stage where not ${takesOwner(`value ->> 'user'`)}`,
  archive: `
    select n from moving.stage
    where not exists (
      select from jsonb_array_elements(value -> 'sides') side where ${takesOwner(`side ->> 'user'`)})`,
};

/** Each asks for its room by its name: to join them would read all rooms for each batch. */
export const LINE = `
  line as materialized (
    select staged.*, place.room_id
    from moving.staged_message staged, lateral (
      select room.id as room_id from room
      where room.service = staged.service and room.name = staged.room offset 0) place
    where not ${KEPT_ROOM})`;

export const COLUMNS = 'room_id, sent_at, nickname, sender, sender_shown, subject, body, stanza';

export const MERGES: Readonly<Record<GrowingKind, string>> = {
  audit: `
    insert into moving.late (kind, first, second, value)
    select 'audit', (value ->> 'stamp')::bigint, (value ->> 'id')::bigint, value from moving.stage`,
  messages: `
    with ${LINE}
    insert into room_message (${COLUMNS}) select ${COLUMNS} from line order by n`,
  offline: `
    insert into moving.late (kind, first, second, value)
    select 'offline', (value ->> 'order')::bigint,
      (extract(epoch from (value ->> 'sentAt')::timestamptz) * 1000)::bigint, value
    from moving.stage
    where ${takesOwner(`value ->> 'user'`)}`,
  archive: `
    with side as materialized (
      select n, v.*, value ->> 'stanza' as stanza, (value ->> 'sentAt')::timestamptz as sent_at
      from moving.stage, rows from (jsonb_to_recordset(value -> 'sides')
          as ("user" text, contact text, received boolean)) with ordinality
        as v ("user", contact, received, place)
      where ${takesOwner('v."user"')}
    ), made as (
      insert into message_archive (username)
      select distinct username from side join account on username = side."user"
      on conflict on constraint message_archive_username_key do nothing
      returning id, username
    ), archive as (
      select id, username from message_archive where username in (select "user" from side)
      union all select id, username from made
    )
    insert into archived_message (archive_id, sent_at, contact, received, stanza)
    select id, sent_at, contact, received, stanza
    from side join archive on username = side."user" order by n, place`,
};

/** What is left to do when all lines are there. */
export const FINISHES: Readonly<Record<GrowingKind, readonly string[]>> = {
  audit: [
    `with added as (
       insert into audit_entry (username, occurred_at, summary, node, details)
       select v.username, v."occurredAt", v.summary, v.node, v.details
       from moving.late, jsonb_to_record(value) as v (
         username text, "occurredAt" timestamptz, summary text, node text, details text)
       where kind = 'audit' order by first, second
       returning log_id)
     insert into moving.entry select log_id from added`,
    `delete from moving.late where kind = 'audit'`,
  ],
  messages: [
    `select setval(pg_get_serial_sequence('room_message', 'id'), greatest(
       (select coalesce(max(id), 1) from room_message),
       (select last_value from room_message_id_seq)))`,
    `insert into room_message (${COLUMNS})
     select room.id, v."sentAt", v.nickname, v.sender, v."senderShown", v.subject, v.body, v.stanza
     from moving.late, jsonb_to_record(value) as v (
       service text, room text, "sentAt" timestamptz, sender text, "senderShown" boolean,
       nickname text, subject text, body text, stanza text),
       room
     where kind = 'messages' and room.service = v.service and room.name = v.room
     order by first, second`,
    `delete from moving.late where kind = 'messages'`,
    `update moving.line set kind = 'messages' where kind = '${AGAIN}'`,
    'delete from moving.again',
  ],
  offline: [`delete from moving.late where kind = 'offline'`],
  archive: [],
};
