create or replace function disown_retractions(ids bigint[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  tombstones constant bigint[] := array(
    select retracts from room_message where id = any (ids) and nickname is null and retracts is not null order by retracts);
  tombstone bigint;
begin
  update room_message set retracted_by = null where id = any (tombstones);
  foreach tombstone in array tombstones loop
    perform write_retraction(tombstone, false, null, null);
  end loop;
end
$$;

comment on function disown_retractions is
  'Of these messages those that announce others as taken back, and the tombstones, say that the room has done so';
