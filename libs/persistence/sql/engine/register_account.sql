create or replace function engine.register_account(of_user text, keys jsonb) returns text
language plpgsql as $$
begin
  if exists (select from account where username = of_user) then return 'exists'; end if;
  if is_username(of_user) is not true
    or is_reserved_username(of_user) then
    return 'refused';
  end if;
  perform acting(of_user);
  with added as (
    insert into account (username) values (of_user)
    on conflict on constraint account_pk do nothing
    returning username
  )
  insert into account_credential (
    username,
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  )
  select
    username,
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  from added cross join given_credentials(keys);
  return case when found then 'created' else 'exists' end;
end
$$;

comment on function engine.register_account is
  'created, exists, or refused: a name that is invalid or reserved';
