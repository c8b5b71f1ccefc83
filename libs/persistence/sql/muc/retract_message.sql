-- Contract: extensions E19. `moderation`: moderator (address in the room; none: the room itself), moderator_id (occupant id),
-- sender (JID of the moderator), by (who is shown in the history; none: who makes the
-- change), reason; author: true where they take back their own.
create or replace function retract_message(of_room bigint, of_message bigint, moderation jsonb) returns text
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  moment constant timestamptz(3) := now();
  outcome text := retraction_outcome(of_room, of_message, moment);
  since timestamptz;
  versions bigint[];
  version bigint;
begin
  if outcome is not null then return outcome; end if;
  versions := versions_of_message(of_room, of_message);
  if (moderation ->> 'author')::boolean then
    since := (select named_since(split_part(sender, '/', 1)) from room_message where id = of_message);
    versions := array(
      select id from room_message
      where id = any (versions) and (since is null or sent_at >= since)
      order by sent_at, id);
  end if;
  -- in the same order everywhere, so that nobody waits for each other
  perform from room_message where id = any (versions) order by id for no key update;
  outcome := retraction_outcome(of_room, of_message, moment);
  if outcome is not null then return outcome; end if;
  foreach version in array versions loop
    -- clients show the others as one with these
    perform retract_version(of_room, version, moderation, moment, version not in (of_message, versions[1]));
  end loop;
  return 'retracted';
end
$$;

comment on function retract_message is
  'Makes a message of a room and its corrections tombstones, and adds the announcements; retracted (also earlier in the same transaction), unchanged (it was one already) or missing';

create or replace function retraction_outcome(of_room bigint, of_message bigint, moment timestamptz) returns text
language plpgsql stable as $$
declare
  said record;
begin
  select nickname, retracted_at, retracts into said
  from room_message where id = of_message and room_id = of_room;
  return case
    when not found or said.nickname is null or said.retracts is not null then 'missing'
    when said.retracted_at = moment then 'retracted'
    when said.retracted_at is not null then 'unchanged'
  end;
end
$$;

comment on function retraction_outcome is 'How taking back a message ends without a change; null: it can be taken back';

create or replace function retract_version(
  of_room bigint, of_message bigint, moderation jsonb, moment timestamptz, is_told boolean
) returns void
language plpgsql as $$
declare
  by_author constant boolean := coalesce((moderation ->> 'author')::boolean, false);
  stanzas record;
begin
  if retracted_days() > 0 then
    -- an import may give ids again
    insert into retracted_message (id, retracted_at, subject, body, stanza)
    select id, moment, subject, body, stanza from room_message where id = of_message and retracted_at is null
    on conflict (id) do update set
      retracted_at = excluded.retracted_at, subject = excluded.subject, body = excluded.body, stanza = excluded.stanza;
  end if;
  stanzas := retraction_stanzas(
    of_message, by_author, moderation ->> 'moderator', moderation ->> 'moderator_id', moment, moderation ->> 'reason');
  update room_message set
    subject = null, body = null, stanza = stanzas.tombstone, retracted_at = moment,
    message_id = id_of_message(message_id, stanza),
    retracted_by = coalesce(
      moderation ->> 'by', nullif(current_setting('chat_admin.origin', true), '')::jsonb ->> 'actor'),
    retract_reason = moderation ->> 'reason'
  where id = of_message and retracted_at is null;
  if not found then return; end if;
  if not by_author then
    insert into room_message (room_id, sender, retracts, told, occupant_id, stanza)
    values (
      of_room, moderation ->> 'sender', of_message, is_told, moderation ->> 'moderator_id', stanzas.announcement);
  end if;
  perform put_event('message.retracted', (
    select '/chatrooms/' || path_segment(name) || '/chathistory/' || of_message
      || '?servicename=' || path_segment(service)
    from room where id = of_room));
end
$$;

comment on function retract_version is
  'Makes one message a tombstone, with its announcement, unless it is one';

create or replace function retracted_days() returns integer
language plpgsql stable as $$
begin
  return coalesce((
    select value::integer from system_property
    where key = 'history.retracted.days' and value ~ '^[0-9]{1,5}$'), 30);
end
$$;

comment on function retracted_days is 'For how many days what messages said is kept after they were taken back';
