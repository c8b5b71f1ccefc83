-- Statistics from before the last keys were added would make the planner look for more of them in the whole table. One
-- expression without variables is planned once.
create or replace function absent_hashes() returns jsonb
language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select to_jsonb(array_remove(array[
      case when asked or exists (select from account_credential where sha1_stored_key is null) then 'sha1' end,
      case when asked or (exists (select from account_credential where sha256_stored_key is null)
        and not exists (select from system_property where key = 'xmpp.auth.offerSha256' and value = 'always'))
        then 'sha256' end], null))
    from (
      -- a directory, which has no keys, keeps a password
      select exists (select from managed_account where 'password' = any (fields))
        and not exists (select from system_property where key = 'xmpp.auth.offerScram' and value = 'always') as asked
    ) as directories);
end
$$;

comment on function absent_hashes is
  'Hashes that are not to be offered at logins, because an account lacks their keys';
