-- The first password of a new account is a part of its creation.
create or replace function first_password_events() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from new_rows join account using (username) where created_at <> date_trunc('milliseconds', now())) then return null; end if;
  perform put_event('user.password_changed', '/users/' || path_segment(username))
  from new_rows join account using (username)
  where created_at <> date_trunc('milliseconds', now());
  return null;
end
$$;

comment on function first_password_events is 'Events of accounts that get their first password later';

create trigger account_credential_first_password_events_on_insert
after insert on account_credential
referencing new table as new_rows
for each statement execute function first_password_events();

create or replace function password_events() returns trigger
language plpgsql as $$
begin
  if not is_other_password(
    old.sha1_stored_key, old.sha256_stored_key, new.sha1_stored_key, new.sha256_stored_key)
  then
    return null;
  end if;
  perform put_event('user.password_changed', '/users/' || path_segment(new.username));
  return null;
end
$$;

comment on function password_events is 'Events of a changed password';

create trigger account_credential_password_events_on_update
after update on account_credential
for each row execute function password_events();
