create or replace function engine.remove_room(
  of_service text,
  of_room text,
  only_temporary boolean,
  actor text
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  perform note_chat_user(actor);
  delete from room
  where service = of_service and name = of_room
    and not (persistent and coalesce(only_temporary, false));
  return found;
end
$$;

comment on function engine.remove_room(text, text, boolean, text) is
  'Removes a room with its conversation; returns whether it existed';

create or replace function engine.remove_room(
  of_service text,
  of_room text,
  only_temporary boolean
) returns boolean
language plpgsql as $$
begin
  return engine.remove_room(of_service, of_room, only_temporary, null);
end
$$;

comment on function engine.remove_room(text, text, boolean) is
  'For chat servers that do not say who removes a room';

create or replace function engine.public_rooms(of_service text, after text, amount integer)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'name', name, 'natural_name', natural_name)) order by name), '[]')
    from (
      select name, natural_name from room
      where service = of_service and public_room and name > coalesce(after, '')
      order by name limit greatest(amount, 0)
    ) page);
end
$$;

comment on function engine.public_rooms is
  'The next page of public rooms, ascending by name';

create or replace function engine.remove_left_rooms(occupied jsonb) returns boolean
language plpgsql as $$
declare
  entered constant bigint[] := array(select id::bigint from jsonb_array_elements_text(json_list(occupied)) as id);
begin
  update room set empty_since = null where id in (
    select id from room where id = any (entered) and empty_since is not null
    for no key update skip locked);
  return remove_temporary_rooms(true, entered);
end
$$;

comment on function engine.remove_left_rooms is
  'Removes temporary rooms that have outlived their chat server and are not among those with occupants; whether none is left';
