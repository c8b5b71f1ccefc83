create or replace function given_room(stored room, state jsonb) returns room
language plpgsql stable as $$
declare
  given room := stored;
begin
  given.natural_name := left(state ->> 'natural_name', 255);
  given.description := left(state ->> 'description', 255);
  given.password := nullif(state ->> 'password', '');
  given.subject := nullif(state ->> 'subject', '');
  if jsonb_typeof(state -> 'max_users') = 'number' then
    given.max_users := least(greatest((state ->> 'max_users')::numeric, 0), 2147483647);
  end if;
  if state ? 'broadcast_presence_roles' then
    given.broadcast_presence_roles := array(
      select role
      from unnest(array['moderator', 'participant', 'visitor'])
        with ordinality as known (role, place)
      where json_list(state -> 'broadcast_presence_roles') ? role
      order by place
    );
  end if;
  if state ? 'allow_pm' then
    given.allow_pm := case
      when state ->> 'allow_pm' in ('participants', 'moderators', 'none') then state ->> 'allow_pm'
      else 'anyone'
    end;
  end if;
  return jsonb_populate_record(given, (
    select jsonb_object_agg(key, value)
    from jsonb_each(state)
    where jsonb_typeof(value) = 'boolean'
      and key in (
        'persistent', 'public_room', 'registration_enabled', 'can_anyone_discover_jid',
        'can_occupants_change_subject', 'can_occupants_invite', 'can_change_nickname',
        'log_enabled', 'login_restricted_to_nickname', 'members_only', 'moderated'
      )
  ));
end
$$;

comment on function given_room is
  'A room as the chat server says; texts that it leaves out are unset, all else stays as stored';
