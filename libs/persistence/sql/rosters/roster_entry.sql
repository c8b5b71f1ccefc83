-- Who only sees the owner is no contact: that serves presence alone (roster_items.sql).
create or replace function roster_entry(of_owner text, only_jid text default null)
returns table (
  jid text,
  nickname text,
  subscription smallint,
  groups text[],
  stored boolean,
  shared_groups text[]
)
language sql stable as $$
  select
    coalesce(item.jid, brought.jid),
    case when item.jid is null then brought.nickname else item.nickname end,
    coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint),
    coalesce(item.groups, '{}'),
    item.jid is not null,
    coalesce(brought.shared_groups, '{}')
  from (
    select roster_item.jid, roster_item.nickname, roster_item.subscription, roster_item.groups
    from roster_item
    where roster_item.owner = of_owner and (only_jid is null or roster_item.jid = only_jid)
  ) item
  full join shared_contact(of_owner, only_jid) brought on brought.jid = item.jid
  where item.jid is not null or brought.subscription <> 2
$$;

comment on function roster_entry is
  'A roster as its owner sees it: stored items merged with the contacts of shared groups';

-- Separate, because no plan suits one, some and all.
create or replace function roster_entries(of_owner text, jids text[])
returns table (
  jid text,
  nickname text,
  subscription smallint,
  groups text[],
  stored boolean,
  shared_groups text[]
)
language sql stable as $$
  select
    coalesce(item.jid, brought.jid),
    case when item.jid is null then brought.nickname else item.nickname end,
    coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint),
    coalesce(item.groups, '{}'),
    item.jid is not null,
    coalesce(brought.shared_groups, '{}')
  from (
    select roster_item.jid, roster_item.nickname, roster_item.subscription, roster_item.groups
    from roster_item
    where roster_item.owner = of_owner and roster_item.jid = any (jids)
  ) item
  full join shared_contacts(of_owner, jids) brought on brought.jid = item.jid
  where item.jid is not null or brought.subscription <> 2
$$;

comment on function roster_entries is 'The given contacts of a roster as its owner sees it';
