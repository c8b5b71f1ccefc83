create or replace function engine.departed_files(after text) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('id', id::text, 'host', host, 'slot', slot) order by waiting.id), '[]')
  from (
    select id, host, slot from departed_file where id > coalesce(message_id(after), 0) order by id limit 1000
  ) waiting
$$;

comment on function engine.departed_files is
  'Files whose bytes are to be removed, at most 1,000 after an id';
