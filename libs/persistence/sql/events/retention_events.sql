create or replace function retention_events() returns trigger
language plpgsql as $$
begin
  perform put_event('retention.updated', '/retention/' || new.id, '{days}');
  return null;
end
$$;

comment on function retention_events is
  'Events of retention rules; one that goes with its subject has none, one that is deleted keeps its row for a day';

create trigger retention_rule_retention_events
after insert on retention_rule
for each row execute function retention_events();

create trigger retention_rule_retention_events_on_update
after update of days on retention_rule
for each row when (old.days is distinct from new.days)
execute function retention_events();
