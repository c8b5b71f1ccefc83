-- In batches, for up to half a second: a chat server that is refused meanwhile calls again.
create or replace function remove_temporary_rooms() returns boolean
language plpgsql as $$
declare
  temporary constant bigint[] := array(select id from room where not persistent);
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
  return not exists (select from room where not persistent);
end
$$;

comment on function remove_temporary_rooms is
  'Removes the rooms that ended with the last run of the chat server; whether none is left';
