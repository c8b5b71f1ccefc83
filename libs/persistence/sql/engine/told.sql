create or replace function engine.told(ids jsonb) returns integer
language plpgsql as $$
declare
  announcement record;
  count integer := 0;
begin
  for announcement in
    update room_message set told = true
    where id = any (array(select message_id(text) from jsonb_array_elements_text(json_list(ids)) as text)) and not told
    returning room_id, retracts, sender
  loop
    count := count + 1;
    perform retract_late_versions(announcement.room_id, announcement.retracts, announcement.sender);
  end loop;
  return count;
end
$$;

comment on function engine.told is 'The occupants have been told of messages taken back; how many of them were not known';

-- Corrections that the chat server has stored while the message was being taken back; later ones it refuses.
create or replace function retract_late_versions(of_room bigint, of_message bigint, by_sender text) returns void
language plpgsql as $$
declare
  versions constant bigint[] := with_corrections(of_room, array[of_message]);
begin
  perform retract_message(of_room, late.id, jsonb_build_object(
    'sender', by_sender, 'by', tombstone.retracted_by, 'reason', tombstone.retract_reason))
  from room_message tombstone cross join (
    select id from room_message
    where id = any (versions) and retracted_at is null
    order by id limit 1) as late
  where tombstone.id = of_message;
end
$$;

comment on function retract_late_versions is 'Takes back corrections of a tombstone that are none yet';
