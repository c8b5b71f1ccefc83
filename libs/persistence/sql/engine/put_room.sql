-- The room's row is locked first, as everywhere. The triggers of affiliations increment the
-- version, so the settings come last.
create or replace function engine.put_room(of_service text, of_room text, state jsonb)
returns bigint
language plpgsql as $$
declare
  stored room;
  given room;
  before jsonb;
  assignments text;
  affiliated boolean := false;
  given_id jsonb := nullif(state -> 'id', 'null');
  given_version jsonb := nullif(state -> 'version', 'null');
begin
  perform note_chat_user(state ->> 'actor');
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

  -- One member per column, except for those that the chat server does not set.
  given := jsonb_populate_record(stored, state - array[
    'actor', 'id', 'service', 'name', 'version', 'creation_date', 'modification_date']);
  before := to_jsonb(stored);
  select string_agg(format('%1$I = ($1).%1$I', name), ', ') into assignments
  from jsonb_each(to_jsonb(given)) as member (name, value)
  where value is distinct from before -> name;
  if affiliated or assignments is not null then
    execute 'update room set ' || concat_ws(', ', assignments, 'modification_date = now()')
      || ' where id = ($1).id returning version'
    into stored.version using given;
  end if;
  return stored.version;
end
$$;

comment on function engine.put_room is
  'Stores a room; its version, minus the stored one if another is given, 0: no room or service';
