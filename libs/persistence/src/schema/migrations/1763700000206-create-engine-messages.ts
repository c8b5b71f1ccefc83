import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEngineFunction, seconds } from './engine-functions.js';
import { forwardOnly } from './forward-only.js';

const MAX_PAGE = 1000;
/** of what PostgreSQL and calendars can tell: the year 9999 */
const LAST_SECOND = 253_402_300_799;

const FIRST = `('-infinity'::timestamptz, 0::bigint)`;
const LAST = `('infinity'::timestamptz, 9223372036854775807)`;

const moment = (member: string) => `
  case when jsonb_typeof(query -> '${member}') = 'number'
    then to_timestamp(least(greatest((query ->> '${member}')::numeric, 0), ${LAST_SECOND})::double precision) end`;

const FILTER = `
  room_id = of_id and stanza is not null
  and (since is null or sent_at >= since) and (until is null or sent_at <= until)
  and (speaker is null or nickname = speaker) and (ids is null or id = any (ids))`;

const page = (order: 'asc' | 'desc') => `
  select array_agg(message) into found_messages from (
    select message from room_message message
    where ${FILTER}
      and (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
    order by sent_at ${order}, id ${order} limit amount) page`;

/** Conversations for the chat server. Contract: muc-and-legacy 8.3 */
export class CreateEngineMessages implements MigrationInterface {
  readonly name = 'CreateEngineMessages1763700000206';

  async up(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'append_message(of_service text, of_room text, message jsonb)',
      returns: 'jsonb',
      comment: 'Stores what was said; null: there is no such room',
      body: `
      declare
        added record;
      begin
        insert into room_message (room_id, nickname, sender, type, subject, body, stanza)
        select id, message ->> 'nickname', message ->> 'sender',
               coalesce(message ->> 'type', 'groupchat'),
               message ->> 'subject', message ->> 'body', message ->> 'stanza'
        from room where service = of_service and name = of_room
        returning id, sent_at into added;
        if not found then return null; end if;
        return jsonb_build_object('id', added.id::text, 'sent_at', ${seconds('added.sent_at')});
      end`,
    });
    await this.messages(runner);
  }

  /** Ids come from clients, so they may be any text. */
  private async messages(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function message_id(value text) returns bigint language sql immutable parallel safe as $$
        select case when value ~ '^[0-9]{1,18}$' then value::bigint end
      $$`);
    await createEngineFunction(runner, {
      signature: 'messages(of_service text, of_room text, query jsonb)',
      returns: 'jsonb',
      stable: true,
      comment:
        'A page of a conversation, ascending; null: no such room, or after or before is none of its messages',
      body: `
      declare
        of_id bigint := (select id from room where service = of_service and name = of_room);
        since timestamptz := ${moment('start')};
        until timestamptz := ${moment('end')};
        speaker text := query ->> 'with';
        ids bigint[] := case when jsonb_typeof(query -> 'ids') = 'array' then array(
          select message_id(id) from jsonb_array_elements_text(query -> 'ids') as id) end;
        from_at timestamptz;
        from_id bigint;
        to_at timestamptz;
        to_id bigint;
        amount bigint := case when jsonb_typeof(query -> 'limit') = 'number'
          then least(greatest((query ->> 'limit')::numeric, 0), ${MAX_PAGE})::bigint else ${MAX_PAGE} end;
        found_messages room_message[];
      begin
        if of_id is null then return null; end if;
        select * into from_at, from_id from (values ${FIRST}) as _ where query ->> 'after' is null
        union all
        select sent_at, id from room_message where id = message_id(query ->> 'after') and room_id = of_id;
        select * into to_at, to_id from (values ${LAST}) as _ where query ->> 'before' is null
        union all
        select sent_at, id from room_message where id = message_id(query ->> 'before') and room_id = of_id;
        if from_id is null or to_id is null then return null; end if;
        if query -> 'reverse' = 'true' then
          ${page('desc')};
        else
          ${page('asc')};
        end if;
        return jsonb_strip_nulls(jsonb_build_object(
          'total', case when query -> 'total' = 'true' then (
            select count(*) from room_message where ${FILTER}) end,
          'items', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', id::text, 'sent_at', ${seconds('sent_at')},
              'nickname', nickname, 'sender', sender, 'stanza', stanza) order by sent_at, id), '[]')
            from unnest(found_messages))));
      end`,
    });
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
