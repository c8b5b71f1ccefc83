-- Rows are locked in order, so that movers do not deadlock.
create or replace function move_rosters(owners text[]) returns void
language plpgsql as $$
begin
  if cardinality(owners) = 0 then return; end if;
  with kept as materialized (
    select username from account
    where username = any (owners)
    order by username for key share
  )
  insert into roster (owner, version)
  select username, nextval('roster_version_seq') from kept
  order by username
  on conflict on constraint roster_pk do update set version = nextval('roster_version_seq');
end
$$;

comment on function move_rosters is
  'Moves the versions of rosters that now look different; owners without account are passed over';
