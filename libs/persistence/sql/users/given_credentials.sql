create or replace function given_credentials(of_user text, keys jsonb) returns account_credential
language sql immutable parallel safe as $$
  select
    of_user,
    decode(keys #>> '{sha1,salt}', 'base64'),
    (keys #>> '{sha1,iterations}')::numeric::integer,
    decode(keys #>> '{sha1,stored_key}', 'base64'),
    decode(keys #>> '{sha1,server_key}', 'base64'),
    decode(keys #>> '{sha256,salt}', 'base64'),
    (keys #>> '{sha256,iterations}')::numeric::integer,
    decode(keys #>> '{sha256,stored_key}', 'base64'),
    decode(keys #>> '{sha256,server_key}', 'base64')
$$;

comment on function given_credentials is
  'SCRAM keys from the chat server, in their stored form';
