create or replace function touch_rooms(ids bigint[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform from room where id = any (ids) order by id for no key update;
  update room set version = version where id = any (ids);
end
$$;

comment on function touch_rooms is 'Increments the versions of rooms whose affiliations change';

create or replace function touch_rooms_of_affiliation() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform touch_rooms(array(select distinct room_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform touch_rooms(array(select distinct room_id from old_rows));
  else
    perform touch_rooms(array(select room_id from new_rows union select room_id from old_rows));
  end if;
  return null;
end
$$;

comment on function touch_rooms_of_affiliation is 'Touches the rooms whose affiliation lists change';

create trigger room_affiliation_touch_rooms_of_affiliation_on_insert
after insert on room_affiliation
referencing new table as new_rows
for each statement execute function touch_rooms_of_affiliation();

create trigger room_affiliation_touch_rooms_of_affiliation_on_update
after update on room_affiliation
referencing old table as old_rows new table as new_rows
for each statement execute function touch_rooms_of_affiliation();

create trigger room_affiliation_touch_rooms_of_affiliation_on_delete
after delete on room_affiliation
referencing old table as old_rows
for each statement execute function touch_rooms_of_affiliation();

create trigger room_group_affiliation_touch_rooms_of_affiliation_on_insert
after insert on room_group_affiliation
referencing new table as new_rows
for each statement execute function touch_rooms_of_affiliation();

create trigger room_group_affiliation_touch_rooms_of_affiliation_on_update
after update on room_group_affiliation
referencing old table as old_rows new table as new_rows
for each statement execute function touch_rooms_of_affiliation();

create trigger room_group_affiliation_touch_rooms_of_affiliation_on_delete
after delete on room_group_affiliation
referencing old table as old_rows
for each statement execute function touch_rooms_of_affiliation();

create or replace function touch_rooms_of_group_members() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  names text[];
begin
  if tg_op = 'INSERT' then
    names := array(select distinct group_name from new_rows);
  elsif tg_op = 'DELETE' then
    names := array(select distinct group_name from old_rows);
  else
    names := array(select group_name from new_rows union select group_name from old_rows);
  end if;
  if names = '{}' then return null; end if;
  -- Not joined: the plan for many rows would also serve single ones.
  perform touch_rooms(array(
    select distinct room_id from room_group_affiliation where group_name = any (names)
  ));
  return null;
end
$$;

comment on function touch_rooms_of_group_members is
  'Touches the rooms that affiliate a group whose people change';

create trigger group_member_touch_rooms_of_group_members_on_insert
after insert on group_member
referencing new table as new_rows
for each statement execute function touch_rooms_of_group_members();

create trigger group_member_touch_rooms_of_group_members_on_update
after update on group_member
referencing old table as old_rows new table as new_rows
for each statement execute function touch_rooms_of_group_members();

create trigger group_member_touch_rooms_of_group_members_on_delete
after delete on group_member
referencing old table as old_rows
for each statement execute function touch_rooms_of_group_members();
