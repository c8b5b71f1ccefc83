-- Rows are locked in order, to prevent deadlocks. The version is drawn again once an existing row is locked: the first one
-- may have been drawn too early.
create or replace function move_rosters(owners text[], contacts text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  if cardinality(owners) = 0 then return; end if;

  with kept as materialized (
    select username from account
    where username = any (owners)
    order by username for key share
  ), moved as materialized (
    select username, nextval('roster_version_seq') as version from kept
  )
  insert into roster as known (owner, version, changed_since, changed)
  select username, version, version, '{}' from moved
  order by username
  on conflict on constraint roster_pk do update
  set version = nextval('roster_version_seq'),
      (changed_since, changed) = (
        select since, remembered.changed
        from remembered_changes(known.version, contacts, known.changed_since, known.changed)
          as remembered);
end
$$;

comment on function move_rosters is
  'Gives new versions to rosters in which contacts have changed; skips owners without account';

create or replace function move_rosters_of(people text[]) returns void
language plpgsql as $$
declare
  domain text := service_domain();
begin
  perform move_rosters(array(select local_username(jid, domain) from unnest(people) as jid), '{}');
end
$$;

comment on function move_rosters_of is
  'Gives new versions to the rosters of those of these JIDs who see more groups than before';
