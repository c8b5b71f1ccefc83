create or replace function report_events() returns trigger
language plpgsql as $$
declare
  object constant text := '/reports/' || new.id;
  columns text[];
begin
  if tg_op = 'INSERT' then
    perform put_event('report.created', object);
    return null;
  end if;
  columns := changed_columns(
    jsonb_build_object(
      'status', old.status, 'text', old.texts, 'count', old.count, 'assignee', old.assignee, 'note', old.note),
    jsonb_build_object(
      'status', new.status, 'text', new.texts, 'count', new.count, 'assignee', new.assignee, 'note', new.note),
    '{}');
  if columns <> '{}' then perform put_event('report.updated', object, columns); end if;
  return null;
end
$$;

comment on function report_events is 'Events of a report, without what it says';

create trigger report_report_events
after insert on report
for each row execute function report_events();

create trigger report_report_events_on_update
after update of status, texts, count, assignee, note on report
for each row execute function report_events();
