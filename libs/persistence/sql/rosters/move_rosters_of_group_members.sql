-- Whoever joins or leaves sees many contacts change; the others see just one.
create or replace function move_rosters_of_group_members() returns trigger
language plpgsql as $$
declare
  groups text[];
  people text[];
  domain text := service_domain();
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from new_rows join user_group on name = group_name and shared;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from old_rows join user_group on name = group_name and shared;
  else
    select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
    from (
      (select group_name, jid from new_rows except select group_name, jid from old_rows)
      union all
      (select group_name, jid from old_rows except select group_name, jid from new_rows)
    ) changed
    join user_group on name = group_name and shared;
  end if;
  if groups is null then return null; end if;
  perform move_rosters(
    array(
      select distinct local_username(jid, domain) from group_member
      where group_name = any (groups)
    ),
    people,
    array(select local_username(jid, domain) from unnest(people) as jid));
  return null;
end
$$;

comment on function move_rosters_of_group_members is
  'Moves the rosters of the people of a shared group that someone joins or leaves';

create trigger group_member_move_rosters_of_group_members_on_insert
after insert on group_member
referencing new table as new_rows
for each statement execute function move_rosters_of_group_members();

create trigger group_member_move_rosters_of_group_members_on_update
after update on group_member
referencing old table as old_rows new table as new_rows
for each statement execute function move_rosters_of_group_members();

create trigger group_member_move_rosters_of_group_members_on_delete
after delete on group_member
referencing old table as old_rows
for each statement execute function move_rosters_of_group_members();
