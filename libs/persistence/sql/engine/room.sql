create or replace function engine.room(of_service text, of_room text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object(
      'id', room.id,
      'version', room.version,
      'name', room.name,
      'creation_date', unix_seconds(room.creation_date),
      'modification_date', unix_seconds(room.modification_date),
      'natural_name', room.natural_name,
      'description', room.description,
      'password', room.password,
      'subject', room.subject,
      'max_users', room.max_users,
      'persistent', room.persistent,
      'public_room', room.public_room,
      'registration_enabled', room.registration_enabled,
      'can_anyone_discover_jid', room.can_anyone_discover_jid,
      'can_occupants_change_subject', room.can_occupants_change_subject,
      'can_occupants_invite', room.can_occupants_invite,
      'can_change_nickname', room.can_change_nickname,
      'log_enabled', room.log_enabled,
      'login_restricted_to_nickname', room.login_restricted_to_nickname,
      'members_only', room.members_only,
      'moderated', room.moderated,
      'broadcast_presence_roles', room.broadcast_presence_roles,
      'allow_pm', room.allow_pm,
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
        ) person)))
    from room
    where service = of_service and name = of_room);
end
$$;

comment on function engine.room is
  'A room with who is affiliated, directly and through groups; null: none';
