create or replace function room_memory() returns jsonb
language plpgsql stable as $$
begin
  if exists (
    select from system_property where key = 'history.memory' and lower(value) <> 'true') then
    return '{}';
  end if;
  return (
    select coalesce(jsonb_object_agg(name, greatest(history_max_number, 0)), '{}')
    from chat_service);
end
$$;

comment on function room_memory is
  'How many messages the chat server remembers of a room that is not logged, by service; none: it remembers nothing';
