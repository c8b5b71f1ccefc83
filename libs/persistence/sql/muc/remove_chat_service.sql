-- The service is locked before its rooms are looked for: a room that is being created either has
-- been committed by then, or waits, and finds no service.
create or replace function remove_chat_service(of_service text, entry jsonb) returns text
language plpgsql as $$
begin
  perform from chat_service where name = of_service for update;
  if not found then return 'missing'; end if;
  if exists (select from room where service = of_service) then return 'occupied'; end if;
  perform note_origin(entry -> 'origin');
  delete from chat_service where name = of_service;
  perform append_audit_entry(entry);
  return 'removed';
end
$$;

comment on function remove_chat_service is
  'Removes a chat service without rooms: removed, missing or occupied';
