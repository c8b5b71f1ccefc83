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

create or replace function active_hold_name(
  kind out text, name out text, begins_at out timestamptz, ends_at out timestamptz
)
returns setof record
language sql stable as $$
  select named.kind, named.name, coalesce(hold.begins_at, '-infinity'), coalesce(hold.ends_at, 'infinity')
  from hold_name named join hold on hold.id = named.hold_id
  where hold.released_at is null
$$;

comment on function active_hold_name is
  'Whose messages, and those of which rooms, must not be lost: each in [begins_at, ends_at)';

create or replace function is_held(of_kind text, owner text, other text, at timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from active_hold_name() named
    where named.name in (owner, other)
      and (named.kind, named.name) in ((case of_kind when 'room' then 'room' else 'person' end, owner), ('person', other))
      and begins_at <= at and at < ends_at);
end
$$;

comment on function is_held is
  'Whether a hold covers a message: of the archive of a bare JID (owner) with another one, or of a room (room@service) by one';

create or replace function remover() returns text
language plpgsql stable as $$
begin
  return coalesce(nullif(current_setting('chat_admin.origin', true), '')::jsonb ->> 'actor', session_user);
end
$$;

comment on function remover is 'Who changes or removes messages in this transaction';

create or replace function keep_copy(copy jsonb) returns void
language plpgsql as $$
begin
  insert into held_message
    (kind, message_id, gone, sent_at, owner, other, received, nickname, sender, subject, body, stanza, removed_at, removed_by, how)
  values (
    copy ->> 'kind', (copy ->> 'message_id')::bigint, (copy ->> 'gone')::boolean, (copy ->> 'sent_at')::timestamptz,
    copy ->> 'owner', copy ->> 'other', (copy ->> 'received')::boolean, copy ->> 'nickname', copy ->> 'sender',
    copy ->> 'subject', copy ->> 'body', copy ->> 'stanza', coalesce((copy ->> 'removed_at')::timestamptz, now()),
    coalesce(copy ->> 'removed_by', remover()), copy ->> 'how')
  on conflict (kind, message_id) where not gone do nothing;
end
$$;

comment on function keep_copy is 'Keeps a copy of a message, unless there is one';

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
declare
  owner constant text := (select username || '@' || service_domain() from message_archive where id = old.archive_id);
begin
  if not holds_count() or not is_held('chat', owner, old.contact, old.sent_at) then return null; end if;
  perform keep_copy(jsonb_build_object(
    'kind', 'chat', 'message_id', old.id, 'gone', false, 'sent_at', old.sent_at,
    'owner', coalesce(owner, ''), 'other', old.contact, 'received', old.received, 'stanza', old.stanza,
    'how', 'changed'));
  return null;
end
$$;

comment on function keep_archived_message is 'Messages of archives that a hold covers leave a copy when they change';

create trigger archived_message_copy_held
after update of archive_id, sent_at, contact, received, stanza on archived_message
for each row execute function keep_archived_message();

-- All of a statement at once, planned for as many as they are: one or a hundred thousand, of few holds or of many. `is true` has
-- those that are covered looked up in a hash: nobody can estimate how many they are.
create or replace function keep_archived_messages() returns trigger
language plpgsql security definer
set plan_cache_mode = force_custom_plan as $$
declare
  domain text;
begin
  if not exists (select from removed) or not holds_count() then return null; end if;
  domain := '@' || service_domain();
  with known as (
    update held_message set gone = true from removed
    where kind = 'chat' and held_message.message_id = removed.id and not gone returning removed.id
  )
  insert into held_message (kind, message_id, gone, sent_at, owner, other, received, stanza, removed_by, how)
  select
    'chat', removed.id, true, sent_at, coalesce(username || domain, ''), contact, received, stanza, remover(), 'deleted'
  from removed left join message_archive archive on archive.id = archive_id
  where removed.id not in (select id from known) and (removed.id in (
    select removed.id
    from removed join message_archive archive on archive.id = archive_id
    join active_hold_name() named on named.name = username || domain and named.kind = 'person'
    where sent_at >= begins_at and sent_at < ends_at
    union all
    select removed.id
    from removed join active_hold_name() named on named.name = contact and named.kind = 'person'
    where sent_at >= begins_at and sent_at < ends_at)) is true;
  return null;
end
$$;

comment on function keep_archived_messages is 'Messages of archives that a hold covers leave a copy when they go';

create trigger archived_message_copy_held_removed
after delete on archived_message
referencing old table as removed
for each statement execute function keep_archived_messages();

create or replace function keep_room_message() returns trigger
language plpgsql security definer as $$
declare
  owner text;
  other constant text := split_part(old.sender, '/', 1);
  original jsonb := '{}';
begin
  if not holds_count() then return null; end if;
  if tg_op = 'DELETE' and outlasts('room', old.id) then return null; end if;
  owner := (select name || '@' || service from room where id = old.room_id);
  if not is_held('room', owner, other, old.sent_at) then return null; end if;
  if old.retracted_at is not null then
    original := jsonb_build_object('how', 'retracted', 'removed_at', old.retracted_at, 'removed_by', old.retracted_by)
      || coalesce((
        select jsonb_build_object('subject', subject, 'body', body, 'stanza', stanza)
        from retracted_message where id = old.id), '{}');
  elsif new.retracted_at is not null then
    original := jsonb_build_object('how', 'retracted');
  end if;
  perform keep_copy(jsonb_build_object(
    'kind', 'room', 'message_id', old.id, 'gone', tg_op = 'DELETE', 'sent_at', old.sent_at,
    'owner', coalesce(owner, ''), 'other', other, 'nickname', old.nickname, 'sender', old.sender,
    'subject', old.subject, 'body', old.body, 'stanza', old.stanza, 'how', 'changed') || original);
  return null;
end
$$;

comment on function keep_room_message is
  'Messages of rooms that a hold covers leave a copy when they change, and with what they said before they were taken back while that is known';

create trigger room_message_copy_held
after update of room_id, sent_at, nickname, sender, subject, body, stanza on room_message
for each row execute function keep_room_message();

-- Before room_message_drop_original, by its name.
create trigger room_message_copy_held_retracted
after delete on room_message
for each row when (old.retracted_at is not null) execute function keep_room_message();

create or replace function keep_room_messages() returns trigger
language plpgsql security definer
set plan_cache_mode = force_custom_plan as $$
begin
  if not exists (select from removed) or not holds_count() then return null; end if;
  with known as (
    update held_message set gone = true from removed
    where kind = 'room' and held_message.message_id = removed.id and not gone returning removed.id
  )
  insert into held_message
    (kind, message_id, gone, sent_at, owner, other, nickname, sender, subject, body, stanza, removed_by, how)
  select
    'room', removed.id, true, sent_at, coalesce(room.name || '@' || service, ''), split_part(sender, '/', 1),
    nickname, sender, removed.subject, body, stanza, remover(), 'deleted'
  from removed left join room on room.id = room_id
  where retracted_at is null and removed.id not in (select id from known) and (removed.id in (
    select removed.id
    from removed join room on room.id = room_id
    join active_hold_name() named on named.name = room.name || '@' || service and named.kind = 'room'
    where sent_at >= begins_at and sent_at < ends_at
    union all
    select removed.id
    from removed join active_hold_name() named on named.name = split_part(sender, '/', 1) and named.kind = 'person'
    where sent_at >= begins_at and sent_at < ends_at)) is true;
  return null;
end
$$;

comment on function keep_room_messages is
  'Messages of rooms that a hold covers leave a copy when they go; those taken back have left theirs';

create trigger room_message_copy_held_removed
after delete on room_message
referencing old table as removed
for each statement execute function keep_room_messages();

create or replace function keep_retracted_message() returns trigger
language plpgsql security definer as $$
begin
  if not holds_count() then return null; end if;
  -- with the message itself its copy was made
  perform keep_copy(jsonb_build_object(
    'kind', 'room', 'message_id', old.id, 'gone', false, 'sent_at', sent_at,
    'owner', owner, 'other', other, 'nickname', nickname, 'sender', sender,
    'subject', old.subject, 'body', old.body, 'stanza', old.stanza,
    'removed_at', retracted_at, 'removed_by', retracted_by, 'how', 'retracted'))
  from (
    select
      sent_at, nickname, sender, retracted_at, retracted_by,
      room.name || '@' || service as owner, split_part(sender, '/', 1) as other
    from room_message message join room on room.id = room_id
    where message.id = old.id and retracted_at is not null) message
  where is_held('room', owner, other, sent_at);
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
