create or replace function add_keys(of_user text, known_key text, keys jsonb) returns boolean
language plpgsql as $$
begin
  perform set_config('chat_admin.same_password', 'on', true);
  update account_credential known set (
    sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key,
    sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key
  ) = (
    select
      coalesce(given.sha1_salt, known.sha1_salt),
      coalesce(given.sha1_iterations, known.sha1_iterations),
      coalesce(given.sha1_stored_key, known.sha1_stored_key),
      coalesce(given.sha1_server_key, known.sha1_server_key),
      coalesce(given.sha256_salt, known.sha256_salt),
      coalesce(given.sha256_iterations, known.sha256_iterations),
      coalesce(given.sha256_stored_key, known.sha256_stored_key),
      coalesce(given.sha256_server_key, known.sha256_server_key)
    from given_credentials(keys) given
  )
  where username = of_user
    and num_nulls(sha1_stored_key, sha256_stored_key) = 1
    and coalesce(sha1_stored_key, sha256_stored_key) = decode(known_key, 'base64');
  return found;
end
$$;

comment on function add_keys is
  'Adds the keys of the absent hash for the same password; false: none is absent, or the stored key is not the known one any more';
