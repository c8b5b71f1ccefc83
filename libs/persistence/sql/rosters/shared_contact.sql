-- Members see each other in groups that are shown to members or everybody. One that is shown to other groups, or everybody,
-- is seen by theirs, whom its own people do not see: they are `seen` by them, without which no presence would be sent.
create or replace function shared_membership(of_owner text)
returns table (jid text, nickname text, label text, sees boolean, seen boolean)
language sql stable as $$
  with owner as materialized (
    select username || '@' || service_domain() as jid, service_domain() as domain
    from account where username = of_owner
  ), mine as materialized (
    select user_group.name, user_group.visibility, user_group.visible_to, user_group.display_name
    from owner
    join group_member on group_member.jid = owner.jid
    join user_group on user_group.name = group_member.group_name and user_group.shared
  ), shown as materialized (
    select name, coalesce(display_name, name) as label, true as seen
    from mine where coalesce(visibility, 'members') <> 'groups'
    union all
    select other.name, coalesce(other.display_name, other.name), false
    from owner
    cross join lateral groups_shown_to(array(
      select group_name from group_member where group_member.jid = owner.jid)) as other
    where other.visibility = 'groups' or other.name not in (select name from mine)
  ), related as (
    select member.jid, shown.label, true as sees, shown.seen
    from shown join group_member member on member.group_name = shown.name
    union all
    select viewer.jid, null, false, true
    from mine join group_member viewer on viewer.group_name = any (mine.visible_to)
    where mine.visibility = 'groups'
    union all
    select viewer.username || '@' || owner.domain, null, false, true
    from owner cross join account viewer
    where exists (select from mine where visibility = 'everybody')
  )
  select
    related.jid,
    coalesce(nullif(person.name, ''), person.username, related.jid),
    related.label, related.sees, related.seen
  from owner join related on related.jid <> owner.jid
  left join account person on person.username = local_username(related.jid, owner.domain)
  where person.username is not null or local_username(related.jid, owner.domain) is null
$$;

comment on function shared_membership is
  'Whom an existing account sees, or is seen by, because of shared groups; once per group and side';

-- The result of a function has the default collation, which no index has: without naming that of the index all people of the
-- groups would be read for one contact.
create or replace function shared_contact(of_owner text, only_jid text default null)
returns table (jid text, nickname text, shared_groups text[], subscription smallint)
language sql stable as $$
  select
    jid, min(nickname),
    coalesce(array_agg(distinct label order by label) filter (where sees), '{}'),
    (bool_or(sees)::integer + 2 * bool_or(seen)::integer)::smallint
  from shared_membership(of_owner)
  where only_jid is null or jid collate "C" = only_jid
  group by jid
$$;

comment on function shared_contact is
  'The contacts of an existing account from shared groups, with what they bring: 1 is seen, 2 sees the owner';

-- Separate from the function above, because no plan suits one, some and all.
create or replace function shared_contacts(of_owner text, jids text[])
returns table (jid text, nickname text, shared_groups text[], subscription smallint)
language sql stable as $$
  select
    jid, min(nickname),
    coalesce(array_agg(distinct label order by label) filter (where sees), '{}'),
    (bool_or(sees)::integer + 2 * bool_or(seen)::integer)::smallint
  from shared_membership(of_owner)
  where jid collate "C" = any (jids)
  group by jid
$$;

comment on function shared_contacts is 'The given contacts that are in shared groups';
