-- Moves the roster versions, so that a chat server reads the requests again although no contact has changed.
create or replace function drop_roster_requests_of_account() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  gone text[];
  owners text[];
begin
  if tg_op = 'DELETE' then
    gone := array(select username from old_rows);
  else
    gone := array(select username from old_rows except select username from new_rows);
  end if;
  if gone = '{}' then return null; end if;

  gone := array(select name || '@' || service_domain() from unnest(gone) as name);
  with dropped as (
    delete from roster_request where jid = any (gone) returning owner
  )
  select array_agg(distinct owner) into owners from dropped;
  if owners is not null then perform move_rosters(owners, '{}'); end if;
  return null;
end
$$;

comment on function drop_roster_requests_of_account is
  'Deletes the requests of accounts that are deleted or renamed';

create trigger account_drop_roster_requests_of_account_on_update
after update on account
referencing old table as old_rows new table as new_rows
for each statement execute function drop_roster_requests_of_account();

create trigger account_drop_roster_requests_of_account_on_delete
after delete on account
referencing old table as old_rows
for each statement execute function drop_roster_requests_of_account();
