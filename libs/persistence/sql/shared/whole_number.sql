create or replace function whole_number(written text) returns bigint
language sql immutable parallel safe as $$
  select case when written ~ '^[0-9]{1,18}$' then written::bigint end
$$;

comment on function whole_number is 'The number that a text of digits is; null for any other text, and for more than 18';
