create or replace function engine.append_message(of_service text, of_room text, message jsonb)
returns jsonb
language plpgsql as $$
declare
  added record;
  own bigint;
begin
  if message ? 'corrects' then
    if corrects_tombstone(of_service, of_room, message) then return '{"outcome": "retracted"}'; end if;
    if is_often_corrected(of_service, of_room, message) then return '{"outcome": "limit"}'; end if;
  else
    -- What corrects takes nothing back: it has to go along with what it corrects.
    own := own_message(of_service, of_room, message);
  end if;
  insert into room_message (
    room_id, nickname, sender, sender_shown, type, subject, body, stanza, message_id, corrects, occupant_id, retracts)
  select
    id, message ->> 'nickname', message ->> 'sender', can_anyone_discover_jid,
    coalesce(message ->> 'type', 'groupchat'),
    message ->> 'subject', message ->> 'body', message ->> 'stanza',
    message ->> 'message_id', message ->> 'corrects', message ->> 'occupant_id', own
  from room
  where service = of_service and name = of_room
  returning id, room_id, sent_at into added;
  if not found then return null; end if;
  if own is not null and not exists (
    select from system_property where key = 'history.author.retractions' and lower(value) = 'keep') then
    perform note_chat_user(split_part(message ->> 'sender', '/', 1));
    perform retract_message(added.room_id, own, jsonb_build_object(
      'author', true,
      'by', coalesce(
        local_username(split_part(message ->> 'sender', '/', 1), service_domain()),
        split_part(message ->> 'sender', '/', 1))));
  end if;
  return jsonb_build_object('id', added.id::text, 'sent_at', unix_seconds(added.sent_at));
end
$$;

comment on function engine.append_message is 'Stores a message; retracted: it corrects one that was taken back, and is not stored; limit: it is one correction too many, and is not stored; null: no such room';

create or replace function corrects_tombstone(of_service text, of_room text, message jsonb) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from room_message
    where room_id = (select id from room where service = of_service and name = of_room)
      and retracted_at is not null and left(message_id, 255) = left(message ->> 'corrects', 255)
      and message_id = message ->> 'corrects'
      and split_part(sender, '/', 1) = split_part(message ->> 'sender', '/', 1));
end
$$;

comment on function corrects_tombstone is 'Whether a message corrects one of its sender that was taken back';

-- Contract: extensions E19. Who takes back a message has to take back all corrections at once.
create or replace function is_often_corrected(of_service text, of_room text, message jsonb) returns boolean
language plpgsql stable as $$
declare
  of_id constant bigint := (select id from room where service = of_service and name = of_room);
  corrected constant bigint := own_message(of_service, of_room, jsonb_build_object(
    'sender', message -> 'sender', 'retracts_message', message -> 'corrects'));
begin
  if corrected is not null then return cardinality(versions_of_message(of_id, corrected)) > 100; end if;
  return (
    select count(*) >= 100
    from (
      select from room_message
      where room_id = of_id and left(corrects, 255) = left(message ->> 'corrects', 255)
        and corrects = message ->> 'corrects'
        and split_part(sender, '/', 1) = split_part(message ->> 'sender', '/', 1)
      limit 100) as correction);
end
$$;

comment on function is_often_corrected is
  'Whether what a message corrects has 100 corrections of its sender, those of its corrections among them';
