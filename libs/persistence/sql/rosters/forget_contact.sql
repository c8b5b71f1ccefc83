-- Rows are locked in order, as in move_rosters.sql. Whoever knows an older version reads all anew.
create or replace function forget_contact(gone text) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  perform from roster where gone = any (changed) order by owner for no key update;
  update roster set changed_since = version, changed = '{}' where gone = any (changed);

  perform from shared_group where gone = any (changed) order by group_name for no key update;
  update shared_group set changed_since = version, changed = '{}' where gone = any (changed);
end
$$;

comment on function forget_contact is
  'Removes a contact from what is remembered of changed rosters and shared groups';
