-- Those who remove messages share the lock until their commit; who makes or widens a hold waits for them, so that nothing it covers
-- is lost afterwards. Contract: extensions E18.2
create or replace function holds_count() returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(486217, 79);
  return exists (select from hold where released_at is null);
end
$$;

comment on function holds_count is
  'Whether there is a hold that is not released; until the transaction ends none begins';

-- Tries again and again: who waited for the lock would have all that remove messages wait behind.
create or replace function await_removals(patience interval) returns boolean
language plpgsql as $$
begin
  while not pg_try_advisory_xact_lock(486217, 79) loop
    if clock_timestamp() > statement_timestamp() + patience then return false; end if;
    perform pg_sleep(0.02);
  end loop;
  return true;
end
$$;

comment on function await_removals is
  'Waits until no transaction that removes messages is under way, and holds further ones up until this one ends; false: there always is one';

create or replace function is_held(of_kind text, owner text, other text, at timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from hold_name named join hold on hold.id = named.hold_id
    where named.name in (owner, other)
      and (named.kind, named.name) in ((case of_kind when 'room' then 'room' else 'person' end, owner), ('person', other))
      and released_at is null and (begins_at is null or begins_at <= at) and (ends_at is null or at < ends_at));
end
$$;

comment on function is_held is
  'Whether a hold covers a message: of the archive of a bare JID (owner) with another one, or of a room (room@service) by one';

create or replace function keep_copy(copy jsonb) returns void
language plpgsql as $$
begin
  if not is_held(copy ->> 'kind', copy ->> 'owner', copy ->> 'other', (copy ->> 'sent_at')::timestamptz) then return; end if;
  insert into held_message
    (kind, message_id, gone, sent_at, owner, other, received, nickname, sender, subject, body, stanza, removed_at, removed_by, how)
  values (
    copy ->> 'kind', (copy ->> 'message_id')::bigint, (copy ->> 'gone')::boolean, (copy ->> 'sent_at')::timestamptz,
    copy ->> 'owner', copy ->> 'other', (copy ->> 'received')::boolean, copy ->> 'nickname', copy ->> 'sender',
    copy ->> 'subject', copy ->> 'body', copy ->> 'stanza', coalesce((copy ->> 'removed_at')::timestamptz, now()),
    coalesce(copy ->> 'removed_by', nullif(current_setting('chat_admin.origin', true), '')::jsonb ->> 'actor', session_user),
    copy ->> 'how')
  on conflict (kind, message_id) where not gone do nothing;
end
$$;

comment on function keep_copy is 'Keeps a copy of a message that a hold covers, unless there is one';

create or replace function outlasts(of_kind text, of_message bigint) returns boolean
language plpgsql as $$
begin
  update held_message set gone = true where kind = of_kind and message_id = of_message and not gone;
  return found;
end
$$;

comment on function outlasts is
  'Whether there is a copy of a message that goes now, because it was changed before';

create or replace function keep_archived_message() returns trigger
language plpgsql security definer as $$
begin
  if not holds_count() then return null; end if;
  if tg_op = 'DELETE' and outlasts('chat', old.id) then return null; end if;
  perform keep_copy(jsonb_build_object(
    'kind', 'chat', 'message_id', old.id, 'gone', tg_op = 'DELETE', 'sent_at', old.sent_at,
    'owner', (select username || '@' || service_domain() from message_archive where id = old.archive_id),
    'other', old.contact, 'received', old.received, 'stanza', old.stanza,
    'how', case tg_op when 'DELETE' then 'deleted' else 'changed' end));
  return null;
end
$$;

comment on function keep_archived_message is 'Messages of archives that a hold covers leave a copy';

create trigger archived_message_copy_held
after delete or update of archive_id, sent_at, contact, received, stanza on archived_message
for each row execute function keep_archived_message();

create or replace function keep_room_message() returns trigger
language plpgsql security definer as $$
declare
  original jsonb;
begin
  if not holds_count() then return null; end if;
  if tg_op = 'DELETE' and outlasts('room', old.id) then return null; end if;
  if old.retracted_at is not null then
    original := jsonb_build_object('how', 'retracted', 'removed_at', old.retracted_at, 'removed_by', old.retracted_by)
      || coalesce((
        select jsonb_build_object('subject', subject, 'body', body, 'stanza', stanza)
        from retracted_message where id = old.id), '{}');
  elsif tg_op = 'UPDATE' then
    original := jsonb_build_object('how', case when new.retracted_at is null then 'changed' else 'retracted' end);
  end if;
  perform keep_copy(jsonb_build_object(
    'kind', 'room', 'message_id', old.id, 'gone', tg_op = 'DELETE', 'sent_at', old.sent_at,
    'owner', (select name || '@' || service from room where id = old.room_id),
    'other', split_part(old.sender, '/', 1), 'nickname', old.nickname, 'sender', old.sender,
    'subject', old.subject, 'body', old.body, 'stanza', old.stanza, 'how', 'deleted')
    || coalesce(original, '{}'));
  return null;
end
$$;

comment on function keep_room_message is
  'Messages of rooms that a hold covers leave a copy, with what they said before they were taken back while that is known';

-- Before room_message_drop_original, by its name.
create trigger room_message_copy_held
after delete or update of room_id, sent_at, nickname, sender, subject, body, stanza on room_message
for each row execute function keep_room_message();

create or replace function keep_retracted_message() returns trigger
language plpgsql security definer as $$
begin
  if not holds_count() then return null; end if;
  -- with the message itself its copy was made
  perform keep_copy(jsonb_build_object(
    'kind', 'room', 'message_id', old.id, 'gone', false, 'sent_at', sent_at,
    'owner', (select name || '@' || service from room where id = room_id),
    'other', split_part(sender, '/', 1), 'nickname', nickname, 'sender', sender,
    'subject', old.subject, 'body', old.body, 'stanza', old.stanza,
    'removed_at', retracted_at, 'removed_by', retracted_by, 'how', 'retracted'))
  from room_message where id = old.id and retracted_at is not null;
  return null;
end
$$;

comment on function keep_retracted_message is 'What a message said that was taken back leaves a copy where a hold covers it';

create trigger retracted_message_copy_held after delete on retracted_message
for each row execute function keep_retracted_message();

-- Afterwards nobody would know whose they were.
create or replace function remove_messages_first() returns trigger
language plpgsql security definer as $$
begin
  if not holds_count() then return old; end if;
  if tg_table_name = 'room' then
    delete from room_message where room_id = old.id;
  else
    delete from archived_message where archive_id = old.id;
  end if;
  return old;
end
$$;

comment on function remove_messages_first is
  'While there are holds the messages of a room or an archive go before it does';

create trigger message_archive_copy_held before delete on message_archive
for each row execute function remove_messages_first();

create trigger room_copy_held before delete on room
for each row execute function remove_messages_first();
