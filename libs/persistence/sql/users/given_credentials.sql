create or replace function given_credentials(keys jsonb)
returns table (
  sha1_salt bytea, sha1_iterations integer, sha1_stored_key bytea, sha1_server_key bytea,
  sha256_salt bytea, sha256_iterations integer, sha256_stored_key bytea, sha256_server_key bytea
)
language sql immutable parallel safe rows 1 as $$
  select
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
