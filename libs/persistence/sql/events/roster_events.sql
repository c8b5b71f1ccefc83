create or replace function roster_events() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  owners text[];
begin
  if tg_op = 'INSERT' then
    owners := array(select distinct owner from new_rows);
  else
    owners := array(select distinct owner from old_rows);
  end if;
  -- a roster goes with its owner without an event
  perform put_event('roster.updated', '/users/' || path_segment(username) || '/roster')
  from account where username = any (owners);
  return null;
end
$$;

comment on function roster_events is 'Events of rosters that get or lose contacts';

create trigger roster_item_roster_events_on_insert
after insert on roster_item
referencing new table as new_rows
for each statement execute function roster_events();

create trigger roster_item_roster_events_on_delete
after delete on roster_item
referencing old table as old_rows
for each statement execute function roster_events();

create or replace function contact_events() returns trigger
language plpgsql as $$
begin
  -- What else a row holds belongs to the chat server. A new name of the owner is none of the roster.
  if (old.jid, old.nickname, old.subscription, old.groups)
    is not distinct from (new.jid, new.nickname, new.subscription, new.groups) then return null; end if;
  perform put_event('roster.updated', '/users/' || path_segment(new.owner) || '/roster');
  return null;
end
$$;

comment on function contact_events is 'Events of a changed contact';

create trigger roster_item_contact_events_on_update
after update on roster_item
for each row execute function contact_events();
