create or replace function json_list(value jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'array' then value else '[]' end
$$;

comment on function json_list is
  'A JSON array as it is, anything else as an empty one: Lua writes an empty list as an object';
