create or replace function shared_contact(of_owner text, only_jid text default null)
returns table (jid text, nickname text, shared_groups text[])
language sql stable as $$
  select
    other.jid,
    coalesce(nullif(min(person.name), ''), min(person.username), other.jid),
    array_agg(other.group_name order by other.group_name)
  from account owner
  cross join (select service_domain() as domain offset 0) here -- once, not per row
  join group_member mine on mine.jid = owner.username || '@' || here.domain
  join user_group on user_group.name = mine.group_name and user_group.shared
  join group_member other on other.group_name = mine.group_name and other.jid <> mine.jid
  left join account person on person.username = local_username(other.jid, here.domain)
  where owner.username = of_owner
    and (only_jid is null or other.jid = only_jid)
    and (person.username is not null or local_username(other.jid, here.domain) is null)
  group by other.jid
$$;

comment on function shared_contact is
  'Contacts that shared groups bring into the roster of an existing account';
