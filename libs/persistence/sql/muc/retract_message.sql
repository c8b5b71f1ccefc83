-- Contract: extensions E19. `moderation`: moderator (address in the room; none: the room itself), moderator_id (occupant id),
-- sender (JID of the moderator), by (who is shown in the history; none: who makes the
-- change), reason; author: true where they take back their own.
create or replace function retract_message(of_room bigint, of_message bigint, moderation jsonb) returns text
language plpgsql as $$
declare
  by_author constant boolean := coalesce((moderation ->> 'author')::boolean, false);
  moment constant timestamptz(3) := now();
  said record;
begin
  select nickname, subject, body, stanza, retracted_at, retracts into said
  from room_message where id = of_message and room_id = of_room
  for no key update;
  if not found or said.nickname is null or said.retracts is not null then return 'missing'; end if;
  if said.retracted_at is not null then return 'unchanged'; end if;

  if retracted_days() > 0 then
    -- an import may give ids again
    insert into retracted_message (id, retracted_at, subject, body, stanza)
    values (of_message, moment, said.subject, said.body, said.stanza)
    on conflict (id) do update set
      retracted_at = excluded.retracted_at, subject = excluded.subject, body = excluded.body, stanza = excluded.stanza;
  end if;
  update room_message set
    subject = null, body = null, retracted_at = moment,
    retracted_by = coalesce(
      moderation ->> 'by', nullif(current_setting('chat_admin.origin', true), '')::jsonb ->> 'actor'),
    retract_reason = moderation ->> 'reason'
  where id = of_message;
  if not by_author then
    insert into room_message (room_id, sender, retracts, told)
    values (of_room, moderation ->> 'sender', of_message, false);
  end if;
  perform write_retraction(of_message, by_author, moderation ->> 'moderator', moderation ->> 'moderator_id');
  perform put_event('message.retracted', (
    select '/chatrooms/' || path_segment(name) || '/chathistory/' || of_message
      || '?servicename=' || path_segment(service)
    from room where id = of_room));
  return 'retracted';
end
$$;

comment on function retract_message is
  'Makes a message of a room a tombstone, and adds the announcement; retracted, unchanged (it was one already) or missing';

create or replace function retracted_days() returns integer
language plpgsql stable as $$
begin
  return coalesce((
    select value::integer from system_property
    where key = 'history.retracted.days' and value ~ '^[0-9]{1,5}$'), 30);
end
$$;

comment on function retracted_days is 'For how many days what messages said is kept after they were taken back';
