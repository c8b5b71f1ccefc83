create or replace function engine.append_message(of_service text, of_room text, message jsonb)
returns jsonb
language plpgsql as $$
declare
  added record;
begin
  insert into room_message (
    room_id, nickname, sender, sender_shown, type, subject, body, stanza)
  select
    id, message ->> 'nickname', message ->> 'sender', can_anyone_discover_jid,
    coalesce(message ->> 'type', 'groupchat'),
    message ->> 'subject', message ->> 'body', message ->> 'stanza'
  from room
  where service = of_service and name = of_room
  returning id, sent_at into added;
  if not found then return null; end if;
  return jsonb_build_object('id', added.id::text, 'sent_at', unix_seconds(added.sent_at));
end
$$;

comment on function engine.append_message is 'Stores a message; null: no such room';
