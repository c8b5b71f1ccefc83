-- The one place that says who sees a shared group; shared_membership says what of it.
create or replace function seen_groups(viewer text)
returns table (id bigint, version bigint, changed_since bigint, changed text[])
language sql stable as $$
  select seen.id, seen.version, seen.changed_since, seen.changed
  from group_member mine join shared_group seen on seen.group_name = mine.group_name
  where mine.jid = viewer collate "C"
$$;

comment on function seen_groups is 'The shared groups whose people are in the roster of this JID';
