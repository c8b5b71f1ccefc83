create or replace function message_id(value text) returns bigint
language sql immutable parallel safe as $$
  select case when value ~ '^[0-9]{1,18}$' then value::bigint end
$$;

comment on function message_id is
  'The numeric id of a message from the id that a client has sent; null for any other text';
