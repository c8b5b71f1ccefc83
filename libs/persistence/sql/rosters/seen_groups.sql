-- The one place that says to whose rosters a shared group matters: its members, who at least are seen by others, and those it is
-- shown to; shared_membership says what of it.
create or replace function seen_groups(viewer text)
returns table (id bigint, version bigint, changed_since bigint, changed text[])
language sql stable as $$
  select seen.id, seen.version, seen.changed_since, seen.changed
  from group_member mine join shared_group seen on seen.group_name = mine.group_name
  where mine.jid = viewer collate "C"
  union
  select seen.id, seen.version, seen.changed_since, seen.changed
  from groups_shown_to(array(
    select group_name from group_member where jid = viewer collate "C")) as shown
  join shared_group seen on seen.group_name = shown.name
$$;

comment on function seen_groups is 'The shared groups that bring people into the roster of this JID, or let others see it';

create or replace function viewers_of(of_group text, visibility text, visible_to text[]) returns text[]
language plpgsql stable as $$
begin
  return case visibility
    when 'everybody' then array(select username || '@' || service_domain() from account)
    else array(select jid from group_member where group_name = of_group or group_name = any (visible_to))
  end;
end
$$;

comment on function viewers_of is 'The JIDs to whose rosters a shared group matters';
