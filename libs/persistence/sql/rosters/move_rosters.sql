-- Rows are locked in order, to prevent deadlocks. The version is drawn again once an existing row is locked: the first one
-- may have been drawn too early.
create or replace function move_rosters(owners text[], contacts text[], whole text[] default '{}')
returns void
language plpgsql as $$
declare
  most constant integer := 32;
begin
  if cardinality(contacts) > most then
    whole := whole || owners;
    contacts := '{}';
  end if;
  if cardinality(owners || whole) = 0 then return; end if;

  with kept as materialized (
    select username from account
    where username = any (owners || whole)
    order by username for key share
  ), moved as materialized (
    select username, nextval('roster_version_seq') as version from kept
  )
  insert into roster as known (owner, version, changed_since, changed)
  select username, version, version, '{}' from moved
  order by username
  on conflict on constraint roster_pk do update
  set version = nextval('roster_version_seq'),
      changed_since = case
        when known.owner = any (whole) then known.version + 1
        when contacts <@ known.changed then known.changed_since
        when cardinality(known.changed || contacts) <= most then known.changed_since
        else known.version
      end,
      changed = case
        when known.owner = any (whole) then '{}'
        when contacts <@ known.changed then known.changed
        when cardinality(known.changed || contacts) <= most then known.changed || contacts
        else contacts
      end;
end
$$;

comment on function move_rosters is
  'Gives new versions to rosters in which some or all contacts have changed; skips owners without account';
