-- Of what is one row with nothing but fields: the arguments are the beginning of its types, and of its path.
create or replace function row_events() returns trigger
language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  object constant text := tg_argv[1] || path_segment(case when tg_op = 'DELETE' then old.name else new.name end);
begin
  if tg_op = 'INSERT' then
    perform put_event(kind || '.created', object);
  elsif tg_op = 'DELETE' then
    perform put_event(kind || '.deleted', object);
  elsif new.name <> old.name then
    perform put_event(kind || '.renamed', object, '{name}', tg_argv[1] || path_segment(old.name));
  elsif new is distinct from old then
    perform put_event(kind || '.updated', object, changed_columns(to_jsonb(old), to_jsonb(new), '{}'));
  end if;
  return null;
end
$$;

comment on function row_events is 'Events of a group or a chat service';

create trigger user_group_row_events
after insert or update or delete on user_group
for each row execute function row_events('group', '/groups/');

create trigger chat_service_row_events
after insert or update or delete on chat_service
for each row execute function row_events('service', '/chatservices/');
