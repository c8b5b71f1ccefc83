create or replace function service_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform put_event('service.created', '/chatservices/' || path_segment(new.name));
  elsif tg_op = 'DELETE' then
    perform put_event('service.deleted', '/chatservices/' || path_segment(old.name));
  elsif new is distinct from old then
    perform put_event('service.updated', '/chatservices/' || path_segment(new.name),
      changed_columns(to_jsonb(old), to_jsonb(new), '{}'));
  end if;
  return null;
end
$$;

comment on function service_events is 'Events of a chat service';

create trigger chat_service_service_events
after insert or update or delete on chat_service
for each row execute function service_events();
