create or replace function move_roster_of_item() returns trigger
language plpgsql as $$
begin
  -- Deeper: cascaded by the foreign key, which the triggers on account handle.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'INSERT' then
    perform move_rosters(
      array(select distinct owner from new_rows), array(select distinct jid from new_rows));
  elsif tg_op = 'DELETE' then
    perform move_rosters(
      array(select distinct owner from old_rows), array(select distinct jid from old_rows));
  else
    perform move_rosters(
      array(select owner from new_rows union select owner from old_rows),
      array(select jid from new_rows union select jid from old_rows));
  end if;
  return null;
end
$$;

comment on function move_roster_of_item is 'Moves the rosters whose stored items change';

create trigger roster_item_move_roster_of_item_on_insert
after insert on roster_item
referencing new table as new_rows
for each statement execute function move_roster_of_item();

create trigger roster_item_move_roster_of_item_on_update
after update on roster_item
referencing old table as old_rows new table as new_rows
for each statement execute function move_roster_of_item();

create trigger roster_item_move_roster_of_item_on_delete
after delete on roster_item
referencing old table as old_rows
for each statement execute function move_roster_of_item();
