create or replace function engine.credentials(of_user text, as_stored boolean) returns jsonb
language plpgsql as $$
declare
  known jsonb;
  asked boolean;
  nobodys constant jsonb := jsonb_build_object(
    'salt', base64(decode(repeat('00', 16), 'hex')), 'iterations', 4096,
    'stored_key', base64(decode(repeat('00', 32), 'hex')), 'server_key', base64(decode(repeat('00', 32), 'hex')));
begin
  perform begin_lockout(of_user);
  -- what keys it has here are worth nothing
  asked := engine.managed_account(of_user) is not distinct from 'password';
  select jsonb_strip_nulls(jsonb_build_object(
    'locked', is_locked(of_user),
    'departed', departed.username is not null,
    'inherited', coalesce(departed.inherited, false),
    'ask', case when asked then true end,
    'sha1', case when not asked and sha1_stored_key is not null then jsonb_build_object(
      'salt', base64(sha1_salt), 'iterations', sha1_iterations,
      'stored_key', base64(sha1_stored_key), 'server_key', base64(sha1_server_key)) end,
    'sha256', case when not asked and sha256_stored_key is not null then jsonb_build_object(
      'salt', base64(sha256_salt), 'iterations', sha256_iterations,
      'stored_key', base64(sha256_stored_key), 'server_key', base64(sha256_server_key)) end))
  into known
  from account
  left join account_credential using (username)
  left join departed_account departed using (username)
  where username = of_user;
  if as_stored then return known; end if;
  if not known ?| array['sha1', 'sha256'] then return null; end if;
  return jsonb_build_object('sha1', nobodys, 'sha256', nobodys) || known;
end
$$;

comment on function engine.credentials(text, boolean) is
  'The SCRAM keys and lockout of an account; null: no such account. ask: a directory keeps its password, so there are no keys. Not as stored: keys that no password has stand for absent ones';

-- For chat servers of 0.2.0, which expect the keys of both hashes.
create or replace function engine.credentials(of_user text) returns jsonb
language plpgsql as $$
begin
  return engine.credentials(of_user, false);
end
$$;

comment on function engine.credentials(text) is
  'The SCRAM keys of both hashes and the lockout of an account; null: no such account, or none with a password';
