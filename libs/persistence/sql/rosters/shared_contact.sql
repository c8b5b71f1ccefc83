create or replace function shared_membership(of_owner text)
returns table (jid text, nickname text, group_name text)
language sql stable as $$
  select
    other.jid,
    coalesce(nullif(person.name, ''), person.username, other.jid),
    other.group_name
  from account owner
  cross join (select service_domain() as domain offset 0) here -- once, not per row
  join group_member mine on mine.jid = owner.username || '@' || here.domain
  join user_group on user_group.name = mine.group_name and user_group.shared
  join group_member other on other.group_name = mine.group_name and other.jid <> mine.jid
  left join account person on person.username = local_username(other.jid, here.domain)
  where owner.username = of_owner
    and (person.username is not null or local_username(other.jid, here.domain) is null)
$$;

comment on function shared_membership is
  'Who shares a group with an existing account, once per group';

-- The result of a function has the default collation, which no index has: without naming that of the index all people of the
-- groups would be read for one contact.
create or replace function shared_contact(of_owner text, only_jid text default null)
returns table (jid text, nickname text, shared_groups text[])
language sql stable as $$
  select jid, min(nickname), array_agg(group_name order by group_name)
  from shared_membership(of_owner)
  where only_jid is null or jid collate "C" = only_jid
  group by jid
$$;

comment on function shared_contact is
  'The contacts of an existing account from shared groups';

-- Separate from the function above, because no plan suits one, some and all.
create or replace function shared_contacts(of_owner text, jids text[])
returns table (jid text, nickname text, shared_groups text[])
language sql stable as $$
  select jid, min(nickname), array_agg(group_name order by group_name)
  from shared_membership(of_owner)
  where jid collate "C" = any (jids)
  group by jid
$$;

comment on function shared_contacts is 'The given contacts that are in shared groups';
