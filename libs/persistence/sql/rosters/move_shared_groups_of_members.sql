create or replace function move_shared_groups_of_members() returns trigger
language plpgsql as $$
declare
  names text[];
  people text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(group_name), array_agg(jid) into names, people from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(group_name), array_agg(jid) into names, people from old_rows;
  else
    select array_agg(group_name), array_agg(jid) into names, people
    from (
      (select group_name, jid from new_rows except select group_name, jid from old_rows)
      union all
      (select group_name, jid from old_rows except select group_name, jid from new_rows)
    ) changed;
  end if;
  if names is null then return null; end if;

  select array_agg(distinct name), array_agg(distinct jid) into names, people
  from unnest(names, people) as changed (name, jid)
  where name = any (array(select group_name from shared_group where group_name = any (names)));
  if names is not null then perform move_shared_groups(names, people); end if;
  return null;
end
$$;

comment on function move_shared_groups_of_members is
  'Moves the shared groups that people join or leave, or that are renamed';

create trigger group_member_move_shared_groups_of_members_on_insert
after insert on group_member
referencing new table as new_rows
for each statement execute function move_shared_groups_of_members();

create trigger group_member_move_shared_groups_of_members_on_update
after update on group_member
referencing old table as old_rows new table as new_rows
for each statement execute function move_shared_groups_of_members();

create trigger group_member_move_shared_groups_of_members_on_delete
after delete on group_member
referencing old table as old_rows
for each statement execute function move_shared_groups_of_members();
