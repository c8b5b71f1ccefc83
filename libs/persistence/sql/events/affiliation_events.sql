-- For people and groups alike. Names of groups follow a tab, which no JID has.
create or replace function affiliation_events() returns trigger
language plpgsql as $$
declare
  origin jsonb;
  old_states jsonb = '[]';
  new_states jsonb = '[]';
begin
  if tg_op <> 'INSERT' then old_states := (select coalesce(jsonb_agg(to_jsonb(old_rows)), '[]') from old_rows); end if;
  if tg_op <> 'DELETE' then new_states := (select coalesce(jsonb_agg(to_jsonb(new_rows)), '[]') from new_rows); end if;
  if old_states = '[]' and new_states = '[]' then return null; end if;
  origin := change_origin();
  -- those of a deleted room go without an event
  perform put_event('room.updated', room_path(service, name),
    origin => coalesce(origin -> 'by' -> room_id::text, origin),
    added => coalesce(array_agg(entry order by entry) filter (where is_new), '{}'),
    removed => coalesce(array_agg(entry order by entry) filter (where not is_new), '{}'))
  from (
    select room_id, entry, bool_and(is_new) as is_new
    from (
      select room_id, affiliation || ':' || coalesce(jid, chr(9) || group_name) as entry, true as is_new
      from jsonb_to_recordset(new_states)
        as state (room_id bigint, jid text, group_name text, affiliation text)
      union all
      select room_id, affiliation || ':' || coalesce(jid, chr(9) || group_name), false
      from jsonb_to_recordset(old_states)
        as state (room_id bigint, jid text, group_name text, affiliation text)
    ) states
    group by room_id, entry having count(*) = 1
  ) differences
  cross join lateral (select service, name from room where id = room_id offset 0) changed
  group by room_id, service, name;
  return null;
end
$$;

comment on function affiliation_events is 'Events of rooms whose affiliations change';

create trigger room_affiliation_affiliation_events_on_insert
after insert on room_affiliation
referencing new table as new_rows
for each statement execute function affiliation_events();

create trigger room_affiliation_affiliation_events_on_update
after update on room_affiliation
referencing old table as old_rows new table as new_rows
for each statement execute function affiliation_events();

create trigger room_affiliation_affiliation_events_on_delete
after delete on room_affiliation
referencing old table as old_rows
for each statement execute function affiliation_events();

create trigger room_group_affiliation_affiliation_events_on_insert
after insert on room_group_affiliation
referencing new table as new_rows
for each statement execute function affiliation_events();

create trigger room_group_affiliation_affiliation_events_on_update
after update on room_group_affiliation
referencing old table as old_rows new table as new_rows
for each statement execute function affiliation_events();

create trigger room_group_affiliation_affiliation_events_on_delete
after delete on room_group_affiliation
referencing old table as old_rows
for each statement execute function affiliation_events();
