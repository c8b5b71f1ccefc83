create or replace function property_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform put_event('property.deleted', '/system/properties/' || path_segment(old.key));
  elsif tg_op = 'INSERT' or old.value <> new.value then
    perform put_event('property.updated', '/system/properties/' || path_segment(new.key), '{value}');
  end if;
  return null;
end
$$;

comment on function property_events is 'Events of a system property';

create trigger system_property_property_events
after insert or update or delete on system_property
for each row execute function property_events();
