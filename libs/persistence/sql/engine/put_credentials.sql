create or replace function engine.put_credentials(of_user text, keys jsonb) returns boolean
language plpgsql as $$
begin
  perform acting(of_user);
  update account_credential set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = (
    select
      given.sha1_salt, given.sha1_iterations, given.sha1_stored_key, given.sha1_server_key,
      given.sha256_salt, given.sha256_iterations, given.sha256_stored_key, given.sha256_server_key
    from given_credentials(of_user, keys) given
  )
  where username = of_user;
  return found;
end
$$;

comment on function engine.put_credentials is
  'Changes the password; false: no such account';
