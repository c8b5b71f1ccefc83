create or replace function hold_events() returns trigger
language plpgsql as $$
declare
  object constant text := '/holds/' || new.id;
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('hold.created', object);
  elsif old.released_at is null and new.released_at is not null then
    perform put_event('hold.released', object);
  else
    columns := changed_columns(
      jsonb_build_object('name', old.name, 'reason', old.reason, 'ends_at', old.ends_at, 'status', old.releasing_by is null),
      jsonb_build_object('name', new.name, 'reason', new.reason, 'ends_at', new.ends_at, 'status', new.releasing_by is null),
      '{}');
    if columns <> '{}' then perform put_event('hold.updated', object, columns); end if;
  end if;
  return null;
end
$$;

comment on function hold_events is 'Events of holds';

create trigger hold_hold_events
after insert or update of name, reason, ends_at, releasing_by, released_at on hold
for each row execute function hold_events();

create or replace function hold_name_events() returns trigger
language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  perform put_event('hold.updated', '/holds/' || hold_id, columns) from (
    select hold_id, array_agg(distinct case kind when 'room' then 'rooms' else 'persons' end) as columns
    from added join hold on hold.id = hold_id
    -- with the hold itself they are made
    where created_at <> now()::timestamptz(3) group by hold_id order by hold_id) widened;
  return null;
end
$$;

comment on function hold_name_events is 'Events of people and rooms that join a hold';

create trigger hold_name_hold_name_events after insert on hold_name
referencing new table as added
for each statement execute function hold_name_events();
