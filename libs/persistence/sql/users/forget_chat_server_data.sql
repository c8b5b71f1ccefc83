-- What the stock modules of the chat server keep of an account as long as something holds that changes here: tokens that
-- stand for the password, and the deletion that awaits an account its owner has given up.
create or replace function forget_chat_server_stores(of_user text, stores text[]) returns void
language plpgsql as $$
begin
  if to_regclass('prosody.prosody') is null then return; end if; -- never had a chat server
  if not has_table_privilege('prosody.prosody', 'delete') then return; end if; -- nor one that keeps these
  execute 'delete from prosody.prosody where host = $1 and "user" = $2 and store = any ($3)'
    using service_domain(), of_user, stores;
end
$$;

comment on function forget_chat_server_stores is
  'Removes what the chat server keeps of an account in these of its stores';

create or replace function forget_chat_server_data() returns trigger
language plpgsql security definer as $$
begin
  perform forget_chat_server_stores(
    case when tg_op = 'DELETE' then old.username else new.username end, tg_argv);
  return null;
end
$$;

comment on function forget_chat_server_data is
  'Removes what the chat server keeps of the account of a row; the arguments name the stores';

-- With the commit, as in move_chat_server_data.sql.
create constraint trigger lockout_end_tokens
after insert on lockout
deferrable initially deferred
for each row when (new.began)
execute function forget_chat_server_data('fast_tokens', 'auth_tokens');

create constraint trigger lockout_end_tokens_on_begin
after update on lockout
deferrable initially deferred
for each row when (new.began and not old.began)
execute function forget_chat_server_data('fast_tokens', 'auth_tokens');

-- One that has come and gone while no instance ran.
create constraint trigger lockout_end_tokens_on_end
after delete on lockout
deferrable initially deferred
for each row when (not old.began and old.starts_at <= now())
execute function forget_chat_server_data('fast_tokens', 'auth_tokens');

create or replace function is_other_password(
  former_sha1 bytea, former_sha256 bytea, current_sha1 bytea, current_sha256 bytea
) returns boolean
language sql stable as $$
  select (former_sha1, former_sha256) is distinct from (current_sha1, current_sha256)
    and current_setting('chat_admin.same_password', true) is distinct from 'on'
$$;

comment on function is_other_password is
  'Whether a password has been changed, by its stored keys; keys that are added for the same one change none';

create constraint trigger account_credential_end_tokens
after update on account_credential
deferrable initially deferred
for each row when (is_other_password(
  old.sha1_stored_key, old.sha256_stored_key, new.sha1_stored_key, new.sha256_stored_key))
execute function forget_chat_server_data('fast_tokens', 'auth_tokens');

create constraint trigger lockout_end_pending_deletion
after delete on lockout
deferrable initially deferred
for each row execute function forget_chat_server_data('accounts_cleanup');
