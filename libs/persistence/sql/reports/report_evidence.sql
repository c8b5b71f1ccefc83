create or replace function evidence_of_archive(reporter text, of_contact text, named bigint[])
returns table (message text, sent_at timestamptz, sender text, author text, body text, stanza text, how text)
language plpgsql stable as $$
declare
  of_archive constant bigint := (
    select id from message_archive where username = local_username(reporter, service_domain()));
begin
  if named is not null then
    return query
      select 'c' || kept.id, kept.sent_at, writer, writer, text_of_body(kept.stanza), kept.stanza, 'named'
      from archived_message kept
      cross join lateral (select case when received then contact else reporter end as writer) as one
      where kept.id = any (named) and archive_id = of_archive and contact = of_contact;
  else
    return query
      select 'c' || kept.id, kept.sent_at, contact, contact, text_of_body(kept.stanza), kept.stanza, 'recent'
      from archived_message kept
      where archive_id = of_archive and contact = of_contact and received
        and kept.sent_at > now() - interval '7 days'
      order by kept.sent_at desc, kept.id desc limit 10;
  end if;
end
$$;

comment on function evidence_of_archive is
  'Messages of the archive of a reporter: those named, or without names the newest received';

create or replace function evidence_of_room(of_room bigint, of_nickname text, named bigint[])
returns table (message text, sent_at timestamptz, sender text, author text, body text, stanza text, how text)
language plpgsql stable as $$
declare
  address constant text := (
    select name || '@' || service || '.' || service_domain() from room where id = of_room and log_enabled);
begin
  if address is null then return; end if;
  if named is not null then
    return query
      select 'r' || kept.id, kept.sent_at, concat_ws('/', address, nickname), split_part(kept.sender, '/', 1),
        kept.body, kept.stanza, 'named'
      from room_message kept
      where kept.id = any (named) and room_id = of_room
        and (of_nickname is null or nickname = of_nickname);
  elsif of_nickname is not null then
    return query
      select 'r' || newest.id, newest.sent_at, concat_ws('/', address, nickname), split_part(newest.sender, '/', 1),
        newest.body, newest.stanza, 'recent'
      from (
        select kept.id, kept.sent_at, nickname, kept.sender, kept.body, kept.stanza from room_message kept
        where room_id = of_room and kept.sent_at > now() - interval '7 days'
        order by kept.sent_at desc, kept.id desc limit 5000) as newest
      where nickname = of_nickname
      order by newest.sent_at desc, newest.id desc limit 10;
  end if;
end
$$;

comment on function evidence_of_room is
  'Messages of a logged room: those named, or without names the newest under a nickname';

create or replace function evidence_of_rooms(of_contact text, of_room bigint, of_nickname text, named bigint[])
returns table (message text, sent_at timestamptz, sender text, author text, body text, stanza text, how text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  return query
    select 'r' || kept.id, kept.sent_at,
      concat_ws('/', room.name || '@' || room.service || '.' || service_domain(), nickname),
      split_part(kept.sender, '/', 1), kept.body, kept.stanza, 'named'
    from room_message kept join room on room.id = room_id
    where kept.id = any (named)
      and case when of_room is null then split_part(kept.sender, '/', 1) = of_contact
        else room_id = of_room and nickname = of_nickname end;
end
$$;

comment on function evidence_of_rooms is
  'Messages that a moderator names: of a person in any room, or of a room under a nickname';

-- Whom it was written to is often the reporter, whom an erasure could not take out of it afterwards.
create or replace function without_recipient(stanza text) returns text
language plpgsql immutable as $$
declare
  attribute constant text := '[^\s=<>]+\s*=\s*(?:''[^'']*''|"[^"]*")';
begin
  return regexp_replace(
    stanza, '^(\s*<message(?:\s+' || attribute || ')*)\s+to\s*=\s*(?:''[^'']*''|"[^"]*")', '\1');
end
$$;

comment on function without_recipient is 'A message without its attribute `to`';
