create or replace function message_id(value text) returns bigint
language sql immutable parallel safe as $$
  select whole_number(value)
$$;

comment on function message_id is
  'The numeric id of a message from the id that a client has sent; null for any other text';
