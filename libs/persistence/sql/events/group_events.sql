create or replace function group_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform put_event('group.created', '/groups/' || path_segment(new.name));
  elsif tg_op = 'DELETE' then
    perform put_event('group.deleted', '/groups/' || path_segment(old.name));
  elsif new is distinct from old then
    perform put_event('group.updated', '/groups/' || path_segment(new.name),
      changed_columns(to_jsonb(old), to_jsonb(new), '{}'));
  end if;
  return null;
end
$$;

comment on function group_events is 'Events of a group';

create trigger user_group_group_events
after insert or update or delete on user_group
for each row execute function group_events();
