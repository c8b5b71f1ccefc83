create or replace function engine.credentials(of_user text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'locked', is_locked(of_user),
      'departed', exists (select from departed_account where departed_account.username = of_user),
      'inherited', coalesce(
        (select inherited from departed_account where departed_account.username = of_user), false),
      'sha1', jsonb_build_object(
        'salt', base64(sha1_salt), 'iterations', sha1_iterations,
        'stored_key', base64(sha1_stored_key), 'server_key', base64(sha1_server_key)),
      'sha256', jsonb_build_object(
        'salt', base64(sha256_salt), 'iterations', sha256_iterations,
        'stored_key', base64(sha256_stored_key), 'server_key', base64(sha256_server_key)))
    from account_credential
    where username = of_user);
end
$$;

comment on function engine.credentials is 'The SCRAM keys and lockout of an account; null: no such account';
