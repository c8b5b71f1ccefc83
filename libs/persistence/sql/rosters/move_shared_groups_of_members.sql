-- A group that is shown to others changes with theirs. A renamed one is moved by share_group. Moves the rosters of those who join as well, by which a chat server learns of groups that it has not known. Whoever leaves was
-- among those who see the group.
create or replace function move_shared_groups_of_members() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  names text[];
  seen text[];
  people text[];
  joins boolean[];
  newcomers text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(group_name), array_agg(jid), array_agg(true) into names, people, joins
    from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(group_name), array_agg(jid), array_agg(false) into names, people, joins
    from old_rows;
  elsif exists (select from user_group where name = (select group_name from old_rows limit 1)) then
    select array_agg(group_name), array_agg(jid), array_agg(is_new) into names, people, joins
    from (
      select group_name, jid, true as is_new
      from (select group_name, jid from new_rows except select group_name, jid from old_rows) _
      union all
      select group_name, jid, false
      from (select group_name, jid from old_rows except select group_name, jid from new_rows) _
    ) changed;
  end if;
  if names is null then return null; end if;

  -- each group once, however many people it gets
  seen := array(select distinct unnest(names));
  seen := array(
    select group_name from shared_group where group_name = any (seen)
    union
    select unnest(visible_to) from groups_shown_to(seen));
  if seen = '{}' then return null; end if;

  select array_agg(distinct name), array_agg(distinct jid),
    array_agg(distinct jid) filter (where is_new)
  into names, people, newcomers
  from unnest(names, people, joins) as changed (name, jid, is_new)
  where name = any (seen);
  if names is null then return null; end if;
  names := array(
    select unnest(names)
    union
    select name from groups_shown_to(names) where visibility = 'groups');

  perform move_shared_groups(names, people);
  if newcomers is not null then perform move_rosters_of(newcomers); end if;
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
