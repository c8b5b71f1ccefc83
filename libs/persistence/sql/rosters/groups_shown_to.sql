-- Without statistics the planner would read all groups for the few that are shown to others. The argument has the collation of
-- what it was made of, group names for one: without naming that of the index all of it would be read.
create or replace function groups_shown_to(names text[])
returns table (name text, visibility text, visible_to text[], display_name text)
language plpgsql stable rows 1 set enable_seqscan = off as $$
begin
  return query
    select found.name, found.visibility, found.visible_to, found.display_name
    from user_group found
    where found.visibility = 'everybody'
    union all
    select found.name, found.visibility, found.visible_to, found.display_name
    from user_group found
    where found.visibility = 'groups' and found.visible_to && names collate "default";
end
$$;

comment on function groups_shown_to is 'The shared groups that are shown to everybody, or to the people of one of these groups';
