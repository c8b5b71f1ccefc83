-- Statistics from before the last keys were added would make the planner look for more of them in the whole table.
create or replace function absent_hashes() returns jsonb
language plpgsql stable set enable_seqscan = off as $$
begin
  return to_jsonb(array_remove(array[
    case when exists (select from account_credential where sha1_stored_key is null) then 'sha1' end,
    case when exists (select from account_credential where sha256_stored_key is null)
      and not exists (select from system_property where key = 'xmpp.auth.offerSha256' and value = 'always')
      then 'sha256' end], null));
end
$$;

comment on function absent_hashes is
  'Hashes that are not to be offered at logins, because an account lacks their keys';
