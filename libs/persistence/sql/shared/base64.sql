create or replace function base64(bytes bytea) returns text
language sql immutable parallel safe as $$
  select translate(encode(bytes, 'base64'), e'\n', '')
$$;

comment on function base64 is 'Base64 without the line breaks of encode()';
