-- As engine.messages, for the archive of an account; written out, because one statement for both tables would be text that
-- is put together at each call. A plan of its own for each call, since only that uses the index of the contacts where one is
-- asked for.
create or replace function engine.archived_messages(of_user text, query jsonb) returns jsonb
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  of_id bigint := (select id from message_archive where username = of_user);
  asked record;
  from_at timestamptz;
  from_id bigint;
  to_at timestamptz;
  to_id bigint;
  page bigint[];
begin
  select since, until, other, ids, amount into asked from page_query(query);

  select sent_at, id into from_at, from_id
  from (values ('-infinity'::timestamptz, 0::bigint)) as _ (sent_at, id)
  where query ->> 'after' is null
  union all
  select sent_at, id from archived_message
  where id = message_id(query ->> 'after') and archive_id = of_id;

  select sent_at, id into to_at, to_id
  from (values ('infinity'::timestamptz, 9223372036854775807)) as _ (sent_at, id)
  where query ->> 'before' is null
  union all
  select sent_at, id from archived_message
  where id = message_id(query ->> 'before') and archive_id = of_id;

  if from_id is null or to_id is null then return null; end if;

  if query -> 'reverse' = 'true' then
    page := array(
      select id from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids)
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at desc, id desc limit asked.amount);
  else
    page := array(
      select id from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids)
      where (sent_at, id) > (from_at, from_id) and (sent_at, id) < (to_at, to_id)
      order by sent_at, id limit asked.amount);
  end if;

  return jsonb_strip_nulls(jsonb_build_object(
    'total', case when query -> 'total' = 'true' then (
      select count(*) from archived_conversation(of_id, asked.since, asked.until, asked.other, asked.ids)) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id::text,
        'sent_at', unix_seconds(sent_at),
        'contact', contact,
        'stanza', stanza) order by sent_at, id), '[]')
      from archived_message where id = any (page))));
end
$$;

comment on function engine.archived_messages is
  'A page of the archive of an account, ascending; null: after or before is not in it';
