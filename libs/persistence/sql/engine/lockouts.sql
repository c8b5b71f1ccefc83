create or replace function engine.disable_account(of_user text, node text) returns boolean
language plpgsql as $$
begin
  if exists (
    select from lockout where username = of_user and starts_at <= now() and ends_at is null) then
    return true;
  end if;
  if is_last_administrator(of_user) then return null; end if;
  return lock_user(of_user, chat_server_entry('disable user ' || of_user, '/lockouts/' || of_user, node));
end
$$;

comment on function engine.disable_account is
  'Locks an account out, as POST of a lockout does; false: no such account; null: the last administrator who can sign in';

create or replace function engine.enable_account(of_user text, node text) returns boolean
language plpgsql as $$
begin
  if not is_locked(of_user) then
    return engine.account_exists(of_user);
  end if;
  perform from account where username = of_user for no key update;
  if exists (
    select from lockout join managed_account using (username)
    where username = of_user and author = source) then
    return null;
  end if;
  return unlock_user(of_user, chat_server_entry('enable user ' || of_user, '/lockouts/' || of_user, node));
end
$$;

comment on function engine.enable_account is
  'Lets an account in again, as DELETE of its lockout does; false: no such account; null: the directory that manages it has locked it out';

create or replace function engine.account_info(of_user text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'created_at', unix_seconds(created_at),
      'locked', is_locked(of_user))
    from account
    where username = of_user);
end
$$;

comment on function engine.account_info is 'When an account was created, and its lockout; null: no such account';
