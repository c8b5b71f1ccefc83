create or replace function notify_keys() returns trigger
language plpgsql as $$
begin
  perform pg_notify('chat_admin_change', 'keys');
  return null;
end
$$;

comment on function notify_keys is 'Notifies all instances of changed keys; not of their use';

create trigger api_key_notify_keys
after insert or delete or truncate on api_key
for each statement execute function notify_keys();

create trigger api_key_notify_keys_on_update
after update of
  name, scopes, allowed_addresses, rate_limit, expires_at, digest, previous_digest, previous_until
on api_key
for each statement execute function notify_keys();
