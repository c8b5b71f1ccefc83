create or replace function engine.room(of_service text, of_room text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_strip_nulls(to_jsonb(room) - array['service', 'empty_since'] || jsonb_build_object(
      'creation_date', unix_seconds(room.creation_date),
      'modification_date', unix_seconds(room.modification_date),
      'affiliations', (
        select coalesce(jsonb_object_agg(jid, jsonb_build_object(
          'affiliation', affiliation, 'nickname', nickname)), '{}')
        from room_affiliation where room_id = room.id),
      'via_groups', (
        select coalesce(jsonb_object_agg(jid, (affiliations())[first]), '{}')
        from (
          select jid, min(array_position(affiliations(), affiliation)) as first
          from room_group_affiliation join group_member using (group_name)
          where room_id = room.id
          group by jid
        ) person),
      'has_messages', nullif(has_messages(room.id), false)))
    from room
    where service = of_service and name = of_room);
end
$$;

comment on function engine.room is
  'All columns of a room, with its affiliations, direct and through groups, and whether messages of it are stored; null: no such room';
