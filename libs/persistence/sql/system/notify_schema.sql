create or replace function notify_schema() returns trigger
language plpgsql as $$
begin
  perform pg_notify('chat_admin_change', 'schema');
  return null;
end
$$;

comment on function notify_schema is 'Notifies all instances that the schema is of another level';

create trigger schema_state_notify_schema
after insert or update or delete on schema_state
for each row execute function notify_schema();
