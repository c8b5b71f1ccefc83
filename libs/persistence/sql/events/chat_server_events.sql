create or replace function chat_server_events() returns trigger
language plpgsql as $$
begin
  perform put_event('chatserver.' || new.state, '/system/chatservers/' || path_segment(new.node),
    origin => '{"actor": "service", "source": "service"}');
  return null;
end
$$;

comment on function chat_server_events is 'Tells that a chat server has begun to serve, or is gone';

create trigger engine_node_event_insert
after insert on engine_node
for each row when (new.state = 'active')
execute function chat_server_events();

create trigger engine_node_event_update
after update of state, epoch on engine_node
for each row when (new.state = 'active' and row(old.state, old.epoch) is distinct from row(new.state, new.epoch)
  or new.state = 'gone' and old.state <> 'gone')
execute function chat_server_events();
