-- The one place that says who sees a shared group; shared_membership says what of it.
create or replace function seen_groups(usernames text[])
returns table (username text, id bigint, version bigint, changed_since bigint, changed text[])
language sql stable as $$
  select viewer.username, seen.id, seen.version, seen.changed_since, seen.changed
  from unnest(usernames) as viewer (username)
  cross join (select service_domain() as domain offset 0) here -- once, not per row
  join group_member mine on mine.jid = viewer.username || '@' || here.domain
  join shared_group seen on seen.group_name = mine.group_name
$$;

comment on function seen_groups is 'The shared groups whose people are in the rosters of these users';
