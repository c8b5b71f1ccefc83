create or replace function lock_user(of_user text, entry jsonb) returns boolean
language plpgsql as $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  insert into lockout (username) values (of_user) on conflict on constraint lockout_pk do nothing;
  perform append_audit_entry(entry);
  return true;
end
$$;

comment on function lock_user is 'Locks a user out; false: no such user';

create or replace function unlock_user(of_user text, entry jsonb) returns boolean
language plpgsql as $$
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;
  delete from lockout where username = of_user;
  perform append_audit_entry(entry);
  return true;
end
$$;

comment on function unlock_user is 'Lets a user in again; false: no such user';
