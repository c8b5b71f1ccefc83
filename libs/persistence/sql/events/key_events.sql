create or replace function key_events() returns trigger
language plpgsql as $$
declare
  object constant text := '/keys/' || path_segment(case when tg_op = 'DELETE' then old.id else new.id end);
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('key.created', object);
  elsif tg_op = 'DELETE' then
    perform put_event('key.deleted', object);
  elsif old.digest <> new.digest then
    perform put_event('key.rotated', object);
  else
    columns := changed_columns(to_jsonb(old), to_jsonb(new),
      '{id,created_at,created_by,digest,previous_digest,previous_until,last_used,last_address}');
    if columns <> '{}' then perform put_event('key.updated', object, columns); end if;
  end if;
  return null;
end
$$;

comment on function key_events is 'Events of a key';

create trigger api_key_key_events
after insert or update or delete on api_key
for each row execute function key_events();
