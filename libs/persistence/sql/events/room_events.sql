create or replace function room_events() returns trigger
language plpgsql as $$
declare
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('room.created', room_path(new.service, new.name));
  elsif tg_op = 'DELETE' then
    perform put_event('room.deleted', room_path(old.service, old.name));
  else
    -- changed affiliations move only the version
    new.version := old.version;
    new.modification_date := old.modification_date;
    new.empty_since := old.empty_since;
    -- rows of former releases have microseconds, which are not shown
    if new.creation_date = date_trunc('milliseconds', old.creation_date) then
      new.creation_date := old.creation_date;
    end if;
    if new is not distinct from old then return null; end if;
    columns := changed_columns(to_jsonb(old), to_jsonb(new), '{id}');
    perform put_event('room.updated', room_path(new.service, new.name), columns);
  end if;
  return null;
end
$$;

comment on function room_events is 'Events of a room';

create trigger room_room_events
after insert or update or delete on room
for each row execute function room_events();
