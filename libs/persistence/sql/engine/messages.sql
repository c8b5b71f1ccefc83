create or replace function engine.messages(of_service text, of_room text, query jsonb)
returns jsonb
language plpgsql stable as $$
declare
  of_id bigint := (select id from room where service = of_service and name = of_room);
  asked record;
  from_at timestamptz;
  from_id bigint;
  to_at timestamptz;
  to_id bigint;
  page bigint[];
  with_retractions constant boolean := query @> '{"retractions": true}';
begin
  if of_id is null then return null; end if;

  select since, until, other, ids, amount into asked from page_query(query);

  select sent_at, id into from_at, from_id
  from (values ('-infinity'::timestamptz, 0::bigint)) as _ (sent_at, id)
  where query ->> 'after' is null
  union all
  select sent_at, id from room_message
  where id = message_id(query ->> 'after') and room_id = of_id;

  select sent_at, id into to_at, to_id
  from (values ('infinity'::timestamptz, 9223372036854775807)) as _ (sent_at, id)
  where query ->> 'before' is null
  union all
  select sent_at, id from room_message
  where id = message_id(query ->> 'before') and room_id = of_id;

  if from_id is null or to_id is null then return null; end if;

  if query -> 'reverse' = 'true' then
    page := array(
      select id from conversation(of_id, asked.since, asked.until, asked.other, asked.ids, with_retractions)
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at desc, id desc limit asked.amount);
  else
    page := array(
      select id from conversation(of_id, asked.since, asked.until, asked.other, asked.ids, with_retractions)
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at, id limit asked.amount);
  end if;

  return jsonb_strip_nulls(jsonb_build_object(
    'total', case when query -> 'total' = 'true' then (
      select count(*) from conversation(of_id, asked.since, asked.until, asked.other, asked.ids, with_retractions)) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id::text,
        'sent_at', unix_seconds(sent_at),
        'nickname', nickname,
        'sender', sender,
        'sender_shown', sender_shown,
        'stanza', stanza) order by sent_at, id), '[]')
      from room_message where id = any (page))));
end
$$;

comment on function engine.messages is
  'A page of a conversation, ascending, with tombstones and retractions where they are wanted; null: no such room, or no such message as after or before';
