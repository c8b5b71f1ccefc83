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

create or replace function is_other_password(former account_credential, current account_credential)
returns boolean
language sql stable as $$
  select (former.sha1_stored_key, former.sha256_stored_key)
      is distinct from (current.sha1_stored_key, current.sha256_stored_key)
    and current_setting('chat_admin.same_password', true) is distinct from 'on'
$$;

comment on function is_other_password is
  'Whether a password has been changed; keys that are added for the same one change none';

create constraint trigger account_credential_end_tokens
after update on account_credential
deferrable initially deferred
for each row when (is_other_password(old, new))
execute function forget_chat_server_data('fast_tokens', 'auth_tokens');

create constraint trigger lockout_end_pending_deletion
after delete on lockout
deferrable initially deferred
for each row execute function forget_chat_server_data('accounts_cleanup');
