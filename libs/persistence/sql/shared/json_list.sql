create or replace function json_list(value jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'array' then value else '[]' end
$$;

comment on function json_list is
  'A JSON array unchanged, anything else as an empty one: Lua encodes an empty list as an object';
