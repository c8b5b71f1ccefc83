-- The room's row is locked first, as everywhere. The triggers of affiliations increment the
-- version, so the settings come last.
create or replace function engine.put_room(of_service text, of_room text, state jsonb)
returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  stored_id bigint;
  stored_version bigint;
  before jsonb;
  given jsonb;
  assignments text;
  affiliated boolean := false;
  given_id jsonb := nullif(state -> 'id', 'null');
  given_version jsonb := nullif(state -> 'version', 'null');
begin
  perform note_chat_user(state ->> 'actor');
  select id, version into stored_id, stored_version from room
  where service = of_service and name = of_room
  for no key update;
  if found then
    if given_id <> to_jsonb(stored_id) then return 0; end if;
    if given_version is distinct from to_jsonb(stored_version) then return -stored_version; end if;
  else
    if given_version is not null or of_room in ('.', '..') then return 0; end if;
    perform from chat_service where name = of_service for key share;
    if not found then return 0; end if;
    insert into room (service, name, creation_date, modification_date)
    values (of_service, of_room, now(), now())
    on conflict on constraint room_service_name_key do nothing
    returning id, version into stored_id, stored_version;
    if not found then
      return -(select version from room where service = of_service and name = of_room);
    end if;
  end if;

  if jsonb_typeof(state -> 'affiliations') = 'object' then
    affiliated := put_room_affiliations(stored_id, state -> 'affiliations');
  end if;

  -- One member per column, except for those that the chat server does not set.
  select
    to_jsonb(room),
    to_jsonb(jsonb_populate_record(room, state - array[
      'actor', 'id', 'service', 'name', 'version', 'creation_date', 'modification_date', 'empty_since']))
  into before, given
  from room where id = stored_id;
  select string_agg(format('%1$I = given.%1$I', name), ', ') into assignments
  from jsonb_each(given) as member (name, value)
  where value is distinct from before -> name;
  if affiliated or assignments is not null then
    execute 'update room set ' || concat_ws(', ', assignments, 'modification_date = now()')
      || ' from jsonb_populate_record(null::room, $2) as given where room.id = $1 returning room.version'
    into stored_version using stored_id, given;
  end if;
  return stored_version;
end
$$;

comment on function engine.put_room is
  'Stores a room; its version, minus the stored one if another is given, 0: no room or service';
