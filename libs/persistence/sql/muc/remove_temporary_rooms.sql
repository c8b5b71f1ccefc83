-- In batches, for up to half a second: a chat server that is refused meanwhile calls again.
create or replace function remove_temporary_rooms(only_left boolean, occupied bigint[]) returns boolean
language plpgsql as $$
declare
  temporary constant bigint[] := array(
    select id from room
    where not persistent and (empty_since is not null or not only_left)
      and not exists (select from unnest(occupied) as entered where entered = room.id));
  first integer := 1;
begin
  while first <= cardinality(temporary)
    and clock_timestamp() < statement_timestamp() + interval '500 ms' loop
    delete from room where id in (
      select id from room
      where id = any (temporary[first:first + 99]) and not persistent
      for update skip locked);
    first := first + 100;
  end loop;
  return not exists (select from room where id = any (temporary) and not persistent);
end
$$;

comment on function remove_temporary_rooms is
  'Removes the rooms that ended with the last run of the chat server, all or those that nobody has entered since; whether none is left';

create or replace function leave_temporary_rooms() returns boolean
language plpgsql as $$
begin
  loop
    update room set empty_since = clock_timestamp() where id in (
      select id from room where not persistent and empty_since is null limit 500
      for no key update skip locked);
    exit when not found or clock_timestamp() > statement_timestamp() + interval '500 ms';
  end loop;
  return not exists (select from room where not persistent and empty_since is null);
end
$$;

comment on function leave_temporary_rooms is
  'Notes which rooms have outlived their chat server, in batches; whether all are noted';
