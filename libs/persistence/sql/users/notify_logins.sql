-- Notices on the channel `chat_admin_change`, delivered with the commit: `login:<username>` after a
-- change of password, role or lockout, or a deletion; `login:` for any user. New accounts are not
-- reported, because no login of theirs can be cached.

create or replace function notify_logins(usernames text[]) returns void
language plpgsql as $$
declare
  username text;
begin
  if cardinality(usernames) > 50 then
    perform pg_notify('chat_admin_change', 'login:');
    return;
  end if;
  foreach username in array usernames loop
    perform pg_notify('chat_admin_change', 'login:' || username);
  end loop;
end
$$;

comment on function notify_logins is 'Notifies all instances that cached logins of these users may be invalid';

create or replace function notify_login_rows() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_logins(array(select username from old_rows));
  else
    perform notify_logins(array(select username from new_rows));
  end if;
  return null;
end
$$;

comment on function notify_login_rows is 'Reports the users whose rows have changed';

create trigger account_credential_notify_login_rows_on_update
after update on account_credential
referencing old table as old_rows new table as new_rows
for each statement execute function notify_login_rows();

create trigger lockout_notify_login_rows_on_insert
after insert on lockout
referencing new table as new_rows
for each statement execute function notify_login_rows();

create trigger lockout_notify_login_rows_on_update
after update on lockout
referencing old table as old_rows new table as new_rows
for each statement execute function notify_login_rows();

create trigger lockout_notify_login_rows_on_delete
after delete on lockout
referencing old table as old_rows
for each statement execute function notify_login_rows();

create trigger account_notify_login_rows_on_delete
after delete on account
referencing old table as old_rows
for each statement execute function notify_login_rows();

create or replace function notify_renamed_logins() returns trigger
language plpgsql as $$
begin
  perform notify_logins(array(
    (select username from new_rows except select username from old_rows)
    union all
    (select username from old_rows except select username from new_rows)
  ));
  return null;
end
$$;

comment on function notify_renamed_logins is 'Reports the old and the new name of renamed users';

create trigger account_notify_renamed_logins_on_update
after update on account
referencing old table as old_rows new table as new_rows
for each statement execute function notify_renamed_logins();

create trigger account_role_notify_login_rows_on_insert
after insert on account_role
referencing new table as new_rows
for each statement execute function notify_login_rows();

create trigger account_role_notify_login_rows_on_update
after update on account_role
referencing old table as old_rows new table as new_rows
for each statement execute function notify_login_rows();

create trigger account_role_notify_login_rows_on_delete
after delete on account_role
referencing old table as old_rows
for each statement execute function notify_login_rows();
