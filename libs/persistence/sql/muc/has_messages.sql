create or replace function has_messages(of_room bigint) returns boolean
language sql stable as $$
  -- in order, by an index: `exists` reads all messages of other rooms that lie before them
  select (select true from room_message where room_id = of_room order by sent_at, id limit 1) is not null
$$;

comment on function has_messages is 'Whether messages of a room are stored';
