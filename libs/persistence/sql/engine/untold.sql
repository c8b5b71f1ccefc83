create or replace function engine.untold() returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id::text, 'service', service, 'room', name, 'stanza', stanza) order by id), '[]')
    from (
      select message.id, room.service, room.name, message.stanza
      from room_message message join room on room.id = message.room_id
      where not message.told
      order by message.id limit 1000
    ) announcement);
end
$$;

comment on function engine.untold is
  'Announcements of messages taken back of which the occupants have not been told, the oldest 1,000';
