create or replace function engine.append_message(of_service text, of_room text, message jsonb)
returns jsonb
language plpgsql as $$
declare
  added record;
  own bigint := own_message(of_service, of_room, message);
begin
  insert into room_message (
    room_id, nickname, sender, sender_shown, type, subject, body, stanza, message_id, occupant_id, retracts)
  select
    id, message ->> 'nickname', message ->> 'sender', can_anyone_discover_jid,
    coalesce(message ->> 'type', 'groupchat'),
    message ->> 'subject', message ->> 'body', message ->> 'stanza',
    message ->> 'message_id', message ->> 'occupant_id', own
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

comment on function engine.append_message is 'Stores a message; null: no such room';
