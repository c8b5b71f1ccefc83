-- Rows are locked in order, to prevent deadlocks, and versions drawn once they are.
create or replace function move_shared_groups(names text[], contacts text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
begin
  perform from shared_group
  where group_name = any (names)
  order by group_name for no key update;
  if not found then return; end if;

  update shared_group as known
  set version = nextval('roster_version_seq'),
      (changed_since, changed) = (
        select since, remembered.changed
        from remembered_changes(known.version, contacts, known.changed_since, known.changed)
          as remembered)
  where group_name = any (names);
end
$$;

comment on function move_shared_groups is
  'Gives new versions to groups, if shared, whose people or their names have changed';

-- One that is shown to others, or under another label, is another one: whoever knows the former reads all anew.
create or replace function share_group() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  drawn bigint := nextval('roster_version_seq');
begin
  delete from shared_group where group_name = new.name;
  if new.shared then
    insert into shared_group (group_name, version, changed_since, changed)
    values (new.name, drawn, drawn, '{}');
    perform move_rosters_of(viewers_of(new.name, new.visibility, new.visible_to));
  end if;
  return null;
end
$$;

comment on function share_group is 'Adds and removes the version of a group that is shared or unshared';

create trigger user_group_share_group_on_insert
after insert on user_group
for each row when (new.shared) execute function share_group();

create trigger user_group_share_group_on_update
after update on user_group
for each row when (
  old.shared is distinct from new.shared
  or new.shared and (
    coalesce(old.visibility, 'members') is distinct from coalesce(new.visibility, 'members')
    or old.visible_to is distinct from new.visible_to
    or old.display_name is distinct from new.display_name
    or old.name <> new.name))
execute function share_group();
