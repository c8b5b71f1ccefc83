create or replace function page_query(query jsonb)
returns table (since timestamptz, until timestamptz, other text, ids bigint[], amount bigint)
language sql immutable parallel safe as $$
  select
    moment_of(query -> 'start'),
    moment_of(query -> 'end'),
    query ->> 'with',
    case when jsonb_typeof(query -> 'ids') = 'array' then
      array(select message_id(id) from jsonb_array_elements_text(query -> 'ids') as id)
    end,
    case when jsonb_typeof(query -> 'limit') = 'number'
      then least(greatest((query ->> 'limit')::numeric, 0), 1000)::bigint
      else 1000
    end
$$;

comment on function page_query is
  'What a chat server asks of messages: their bounds, null for none, and how many at most';
