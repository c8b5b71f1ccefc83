create or replace function notify_properties() returns trigger
language plpgsql as $$
begin
  perform pg_notify('chat_admin_change', 'properties');
  return null;
end
$$;

comment on function notify_properties is 'Notifies all instances of changed system properties';

create trigger system_property_notify_properties
after insert or update or delete on system_property
for each row execute function notify_properties();

create trigger system_property_notify_properties_on_truncate
after truncate on system_property
for each statement execute function notify_properties();
