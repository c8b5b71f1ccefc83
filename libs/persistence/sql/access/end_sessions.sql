-- Whether a session still counts is looked at for each request. What has ended must not come back
-- when its cause is undone, so it is deleted as well.

-- Programs of former releases, which may run beside, note accounts by name.
create or replace function principal_ids_of(of_user text) returns text[]
language plpgsql stable as $$
begin
  return (select array['basic:' || of_user, 'account:' || id] from account where username = of_user);
end
$$;

comment on function principal_ids_of is 'What the principal of an account is noted as';

create or replace function end_sessions_of_locked() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  delete from console_session where principal_id = any (principal_ids_of(new.username));
  return null;
end
$$;

comment on function end_sessions_of_locked is 'Ends the sessions of a user who is locked out';

create trigger lockout_end_sessions_of_locked
after insert on lockout
for each row when (new.began)
execute function end_sessions_of_locked();

create trigger lockout_end_sessions_of_locked_on_begin
after update on lockout
for each row when (new.began and not old.began)
execute function end_sessions_of_locked();

create or replace function end_sessions_of_former_name() returns trigger
language plpgsql as $$
begin
  delete from console_session where principal_id in ('account:' || old.id, 'basic:' || old.username);
  return null;
end
$$;

comment on function end_sessions_of_former_name is 'Ends the sessions of a user who is renamed or deleted';

create trigger account_end_sessions_of_former_name
after update of username on account
for each row when (old.username is distinct from new.username)
execute function end_sessions_of_former_name();

-- What cascades with the account does not know it any more. An account that is restored must not revive them.
create trigger account_end_sessions_of_deleted
after delete on account
for each row execute function end_sessions_of_former_name();

create or replace function end_sessions_of_role() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  delete from console_session
  where kind = 'login' and subject = old.username
    and principal_id = any (principal_ids_of(old.username))
    and not exists (select from administrator_name() where username = old.username);
  return null;
end
$$;

comment on function end_sessions_of_role is
  'Ends the sessions of a user who has lost a role, and does not administer';

create trigger account_role_end_sessions_of_role
after delete on account_role
for each row execute function end_sessions_of_role();

create or replace function end_sessions_of_key() returns trigger
language plpgsql as $$
begin
  delete from console_session where principal_id = 'key:' || new.id;
  return null;
end
$$;

comment on function end_sessions_of_key is 'Ends the sessions of an expired key that is revived';

create trigger api_key_end_sessions_of_key
after update of expires_at on api_key
for each row when (old.expires_at <= clock_timestamp() and old.expires_at is distinct from new.expires_at)
execute function end_sessions_of_key();

-- The value of the former secret is a moment and a secret, blank between.
create or replace function is_api_secret(offered bytea) returns boolean
language plpgsql stable as $$
declare
  former text;
begin
  if exists (
    select from system_property
    where key = 'plugin.restapi.secret' and value <> ''
      and sha256(convert_to(value, 'UTF8')) = offered) then
    return true;
  end if;
  select value into former from system_property where key = 'plugin.restapi.secret.former';
  return coalesce(
    former ~ '^\S+ .'
      and sha256(convert_to(substr(former, strpos(former, ' ') + 1), 'UTF8')) = offered,
    false);
end
$$;

comment on function is_api_secret is
  'Whether this is the SHA-256 of the shared secret of the API, or of the one before';

-- Its owner's rights: before PostgreSQL 18 a deferred trigger runs as whoever commits, who may be the chat server.
create or replace function end_sessions_of_property() returns trigger
language plpgsql security definer as $$
begin
  case coalesce(new.key, old.key)
    when 'admin.authorizedJIDs' then
      delete from console_session
      where kind = 'login'
        and not exists (select from administrator_name() where username = console_session.subject)
        and not exists (select from account_role where username = console_session.subject);
    when 'plugin.restapi.secret', 'plugin.restapi.secret.former' then
      delete from console_session where kind = 'secret' and not is_api_secret(proof);
    else null;
  end case;
  return null;
end
$$;

comment on function end_sessions_of_property is
  'Ends the sessions of who administers no more and has no role, and of secrets that count no more';

-- At the end of the transaction, because a rotation stores two properties.
create constraint trigger system_property_end_sessions_of_property
after insert or update or delete on system_property
deferrable initially deferred
for each row execute function end_sessions_of_property();
