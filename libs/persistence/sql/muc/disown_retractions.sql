create or replace function disown_retractions(ids bigint[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  tombstones constant bigint[] := array(
    select retracts from room_message where id = any (ids) and nickname is null and retracts is not null order by retracts);
  disowned record;
begin
  for disowned in
    select of_message, stanzas.tombstone, stanzas.announcement
    from unnest(tombstones) as of_message join room_message message on message.id = of_message
      cross join retraction_stanzas(of_message, false, null, null, retracted_at, retract_reason) as stanzas
  loop
    update room_message set retracted_by = null, stanza = disowned.tombstone where id = disowned.of_message;
    update room_message set occupant_id = null, stanza = disowned.announcement
    where retracts = disowned.of_message and nickname is null;
  end loop;
end
$$;

comment on function disown_retractions is
  'Of these messages those that announce others as taken back, and the tombstones, say that the room has done so';
