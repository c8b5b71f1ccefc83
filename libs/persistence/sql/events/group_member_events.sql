create or replace function group_member_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform put_event('group.updated', '/groups/' || path_segment(group_name),
      added => array_agg(group_entry(is_admin, jid) order by jid))
    from new_rows group by group_name;
  elsif tg_op = 'DELETE' then
    -- those of a deleted group go without an event
    perform put_event('group.updated', '/groups/' || path_segment(group_name), removed => entries)
    from (
      select group_name, array_agg(group_entry(is_admin, jid) order by jid) as entries
      from old_rows group by group_name
    ) left_groups
    where exists (select from user_group where name = group_name);
  elsif not exists (select from user_group where name = (select group_name from old_rows limit 1)) then
    -- of a renamed group everybody stays
    return null;
  else
    perform put_event('group.updated', '/groups/' || path_segment(group_name),
      added => coalesce(array_agg(entry order by entry) filter (where is_new), '{}'),
      removed => coalesce(array_agg(entry order by entry) filter (where not is_new), '{}'))
    from (
      select group_name, entry, bool_and(is_new) as is_new
      from (
        select group_name, group_entry(is_admin, jid) as entry, true as is_new from new_rows
        union all
        select group_name, group_entry(is_admin, jid), false from old_rows
      ) states
      group by group_name, entry having count(*) = 1
    ) differences
    group by group_name;
  end if;
  return null;
end
$$;

comment on function group_member_events is 'Events of groups whose people change';

create trigger group_member_group_member_events_on_insert
after insert on group_member
referencing new table as new_rows
for each statement execute function group_member_events();

create trigger group_member_group_member_events_on_update
after update on group_member
referencing old table as old_rows new table as new_rows
for each statement execute function group_member_events();

create trigger group_member_group_member_events_on_delete
after delete on group_member
referencing old table as old_rows
for each statement execute function group_member_events();

create or replace function group_entry(is_admin boolean, jid text) returns text
language sql immutable parallel safe as $$
  select case when is_admin then 'admin:' else 'member:' end || jid
$$;

comment on function group_entry is 'A person of a group, as events name them';
