-- Contract: extensions E19. Nothing but its id is taken from what was said. Without a moderator the room itself takes it back.
create or replace function retraction_stanzas(
  of_message bigint, by_author boolean, moderator text, moderator_id text, moment timestamptz, why text,
  tombstone out text, announcement out text
)
language plpgsql stable as $$
declare
  said record;
  address text;
  shown_id text;
  stamp text;
  reason text;
  occupant text;
  begins text;
begin
  select
    message.nickname, id_of_message(message.message_id, message.stanza) as message_id, message.occupant_id,
    room.name || '@' || room.service || '.' || service_domain() as room
  into said
  from room_message message join room on room.id = message.room_id
  where message.id = of_message;

  address := xml_text(said.room);
  shown_id := coalesce(nullif(xml_text(said.message_id), ''), 'message-' || of_message);
  stamp := to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
  reason := coalesce('<reason>' || xml_text(why) || '</reason>', '');
  occupant := coalesce('<occupant-id xmlns=''urn:xmpp:occupant-id:0'' id=''' || xml_text(moderator_id) || '''/>', '');
  begins := ' by=''' || coalesce(xml_text(moderator), address) || '''>';

  tombstone :=
    '<message type=''groupchat'' from=''' || address || '/' || xml_text(said.nickname) || ''' id=''' || shown_id || '''>'
    || case when by_author
      then '<retracted xmlns=''urn:xmpp:message-retract:0'' stamp=''' || stamp || '''/>'
        || '<retracted xmlns=''urn:xmpp:message-retract:1'' stamp=''' || stamp || '''/>'
      else '<moderated xmlns=''urn:xmpp:message-moderate:0''' || begins
        || '<retracted xmlns=''urn:xmpp:message-retract:0'' stamp=''' || stamp || '''/>' || reason || occupant
        || '</moderated>'
        || '<retracted xmlns=''urn:xmpp:message-retract:1'' stamp=''' || stamp || ''' id=''retraction-' || of_message || '''>'
        || '<moderated xmlns=''urn:xmpp:message-moderate:1''' || begins || occupant || '</moderated>' || reason
        || '</retracted>'
      end
    || coalesce('<occupant-id xmlns=''urn:xmpp:occupant-id:0'' id=''' || xml_text(said.occupant_id) || '''/>', '')
    || '</message>';

  announcement :=
    '<message type=''groupchat'' from=''' || address || ''' id=''retraction-' || of_message || '''>'
    || '<apply-to xmlns=''urn:xmpp:fasten:0'' id=''' || of_message || '''>'
    || '<moderated xmlns=''urn:xmpp:message-moderate:0''' || begins
    || '<retract xmlns=''urn:xmpp:message-retract:0''/>' || reason || occupant
    || '</moderated></apply-to>'
    || '<retract xmlns=''urn:xmpp:message-retract:1'' id=''' || of_message || '''>'
    || '<moderated xmlns=''urn:xmpp:message-moderate:1''' || begins || occupant || '</moderated>' || reason
    || '</retract>'
    || '<store xmlns=''urn:xmpp:hints''/></message>';
end
$$;

comment on function retraction_stanzas is
  'The tombstone of a message that is taken back, and its announcement';
