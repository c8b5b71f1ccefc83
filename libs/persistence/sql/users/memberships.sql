create or replace function join_groups(
  of_user text, member text, names text[], creatable text[], share boolean, entry jsonb,
  existed out boolean, refused out text, changed out text[]
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  missing text[];
begin
  perform from account where username = of_user for no key update;
  existed := found;
  if not existed then return; end if;

  missing := missing_groups(names);
  select name into refused from unnest(missing) with ordinality as _ (name, place)
  where name <> all (creatable) order by place limit 1;
  if refused is not null then return; end if;

  perform note_origin(entry -> 'origin');
  insert into user_group (name, description, shared)
  select name, '', share from unnest(missing) as name order by name collate "C"
  on conflict on constraint user_group_pk do nothing;

  -- Waits for concurrent removals and skips the removed groups.
  with existing as materialized (
    select name from user_group where name = any (names) order by name for key share
  ), joined as (
    insert into group_member (group_name, jid, is_admin)
    select name, member, false from existing
    on conflict on constraint group_member_pk do nothing
    returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into changed from joined;
  perform append_audit_entry(entry);
end
$$;

comment on function join_groups is
  'Makes a user a member of groups, creating missing ones, shared or not, unless the name of one is refused';

create or replace function leave_groups(
  of_user text, member text, names text[], entry jsonb,
  existed out boolean, missing out text, changed out text[]
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  perform from account where username = of_user for no key update;
  existed := found;
  if not existed then return; end if;

  missing := (missing_groups(names))[1];
  if missing is not null then return; end if;

  perform note_origin(entry -> 'origin');
  with removed as (
    delete from group_member where group_name = any (names) and jid = member returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into changed from removed;
  perform append_audit_entry(entry);
end
$$;

comment on function leave_groups is 'Removes a user from groups, unless one of them is missing';

create or replace function leave_other_groups(
  of_user text, member text, kept text[], entry jsonb,
  existed out boolean, changed out text[]
)
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  others text[];
begin
  perform from account where username = of_user for no key update;
  existed := found;
  if not existed then return; end if;

  others := array(
    select group_name from group_member where jid = member and group_name <> all (kept)
  );
  -- in the order of all who lock groups
  others := array(
    select name from user_group where name = any (others) order by name for key share
  );
  perform note_origin(entry -> 'origin');
  with removed as (
    delete from group_member where group_name = any (others) and jid = member returning group_name
  )
  select coalesce(array_agg(group_name), '{}') into changed from removed;
  perform append_audit_entry(entry);
end
$$;

comment on function leave_other_groups is 'Removes a user from all groups but these';

create or replace function missing_groups(names text[]) returns text[]
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  existing text[] := array(
    select name from user_group where name = any (names) order by name for key share
  );
begin
  return array(
    select name from unnest(names) with ordinality as _ (name, place)
    where name <> all (existing) order by place);
end
$$;

comment on function missing_groups is
  'Those of the names that no group has; the others are locked against removal';
