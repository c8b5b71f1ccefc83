-- Each look-up ends with its first row: as `exists` it could become a join with all rooms.
create or replace function give_owner(ids bigint[], heir text) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  if cardinality(ids) = 0 then return; end if;
  insert into room_affiliation (room_id, jid, affiliation)
  select id, heir, 'owner' from room
  where id = any (ids)
    and (select room_id from room_affiliation
         where room_id = id and affiliation = 'owner' limit 1) is null
    and (select room_id from room_group_affiliation
         where room_id = id and affiliation = 'owner' limit 1) is null
  order by id
  on conflict on constraint room_affiliation_pk do update set affiliation = 'owner';
end
$$;

comment on function give_owner is 'Gives an owner to those of the rooms that have none';
