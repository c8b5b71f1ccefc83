create or replace function engine.put_credentials(of_user text, keys jsonb) returns boolean
language plpgsql as $$
begin
  if engine.managed_account(of_user) = 'password' then return null; end if;
  perform acting(of_user);
  insert into account_credential (
    username,
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  )
  select
    username,
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  from account cross join given_credentials(keys)
  where account.username = of_user
  on conflict on constraint account_credential_pk do update set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = row (
    excluded.sha1_salt, excluded.sha1_iterations, excluded.sha1_stored_key, excluded.sha1_server_key,
    excluded.sha256_salt, excluded.sha256_iterations, excluded.sha256_stored_key, excluded.sha256_server_key
  );
  return found;
end
$$;

comment on function engine.put_credentials is
  'Sets the password, also of an account that has none; false: no such account; null: a directory manages the password';
