-- The room's row is locked first, as everywhere. Affiliations move the version by their triggers,
-- so the settings come last.
create or replace function engine.put_room(of_service text, of_room text, state jsonb)
returns bigint
language plpgsql as $$
declare
  stored room;
  given room;
  affiliated boolean := false;
  given_id jsonb := nullif(state -> 'id', 'null');
  given_version jsonb := nullif(state -> 'version', 'null');
begin
  select * into stored from room
  where service = of_service and name = of_room
  for no key update;
  if found then
    if given_id <> to_jsonb(stored.id) then return 0; end if;
    if given_version is distinct from to_jsonb(stored.version) then return -stored.version; end if;
  else
    if given_version is not null then return 0; end if;
    perform from chat_service where name = of_service for key share;
    if not found then return 0; end if;
    insert into room (service, name) values (of_service, of_room)
    on conflict on constraint room_service_name_key do nothing
    returning * into stored;
    if not found then
      return -(select version from room where service = of_service and name = of_room);
    end if;
  end if;

  if jsonb_typeof(state -> 'affiliations') = 'object' then
    affiliated := put_room_affiliations(stored.id, state -> 'affiliations');
  end if;
  given := given_room(stored, state);
  if affiliated or given is distinct from stored then
    update room set
      natural_name = given.natural_name,
      description = given.description,
      password = given.password,
      subject = given.subject,
      max_users = given.max_users,
      persistent = given.persistent,
      public_room = given.public_room,
      registration_enabled = given.registration_enabled,
      can_anyone_discover_jid = given.can_anyone_discover_jid,
      can_occupants_change_subject = given.can_occupants_change_subject,
      can_occupants_invite = given.can_occupants_invite,
      can_change_nickname = given.can_change_nickname,
      log_enabled = given.log_enabled,
      login_restricted_to_nickname = given.login_restricted_to_nickname,
      members_only = given.members_only,
      moderated = given.moderated,
      broadcast_presence_roles = given.broadcast_presence_roles,
      allow_pm = given.allow_pm,
      modification_date = now()
    where id = stored.id;
  end if;
  return (select version from room where id = stored.id);
end
$$;

comment on function engine.put_room is
  'Stores a room; its version, minus the stored one if another is given, 0: no room or service';
