create or replace function move_rosters_of_group() returns trigger
language plpgsql as $$
declare
  people text[] := array(
    select jid from group_member
    where group_name = case tg_op when 'DELETE' then old.name else new.name end
  );
begin
  perform move_rosters(
    array(select local_username(jid, service_domain()) from unnest(people) as jid), people);
  return case tg_op when 'DELETE' then old else new end;
end
$$;

comment on function move_rosters_of_group is
  'Moves the rosters of the people of a group whose sharing or name changes, or that is deleted';

-- Before, because afterwards the members are gone.
create trigger user_group_move_rosters_on_delete
before delete on user_group
for each row when (old.shared) execute function move_rosters_of_group();

create trigger user_group_move_rosters_on_update
after update on user_group
for each row when (
  old.shared is distinct from new.shared or (new.shared and old.name <> new.name)
) execute function move_rosters_of_group();
