-- Omits false and empty members, which would be most of the text for a thousand contacts. The document of a contact is
-- written twice, because a function for it would cost more than all the rest. `hidden`: sees the owner because of a shared
-- group, and is seen by nobody; no contact, but gets presence.

create or replace function roster_items(of_owner text) returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'jid', entry.jid,
      'name', entry.nickname,
      'subscription', subscription_name(entry.subscription),
      'ask', nullif(entry.ask and entry.subscription in (0, 2), false),
      'approved', nullif(entry.approved, false),
      'hidden', nullif(entry.hidden, false),
      'groups', nullif(case
        when entry.groups = '{}' then entry.shared_groups
        else array(
          select name from unnest(entry.groups || entry.shared_groups) as name
          group by name order by name collate "C")
      end, '{}')
    )) order by entry.jid collate "C"), '[]')
    from (
      select
        coalesce(item.jid, brought.jid) as jid,
        case when item.jid is null then brought.nickname else item.nickname end as nickname,
        coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint)
          as subscription,
        item.jid is null and brought.subscription = 2 as hidden,
        coalesce(item.groups, '{}') as groups,
        coalesce(brought.shared_groups, '{}') as shared_groups,
        item.ask,
        item.approved
      from (
        select roster_item.jid, nickname, subscription, groups, ask, approved from roster_item
        where roster_item.owner = of_owner
      ) item
      full join shared_contact(of_owner) brought on brought.jid = item.jid
    ) entry);
end
$$;

comment on function roster_items is 'The roster as the chat server reads it';

create or replace function roster_items_of(of_owner text, jids text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if jids = '{}' then return '[]'; end if;
  return (
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'jid', entry.jid,
      'name', entry.nickname,
      'subscription', subscription_name(entry.subscription),
      'ask', nullif(entry.ask and entry.subscription in (0, 2), false),
      'approved', nullif(entry.approved, false),
      'hidden', nullif(entry.hidden, false),
      'groups', nullif(case
        when entry.groups = '{}' then entry.shared_groups
        else array(
          select name from unnest(entry.groups || entry.shared_groups) as name
          group by name order by name collate "C")
      end, '{}')
    )) order by entry.jid collate "C"), '[]')
    from (
      select
        coalesce(item.jid, brought.jid) as jid,
        case when item.jid is null then brought.nickname else item.nickname end as nickname,
        coalesce(item.subscription, 0::smallint) | coalesce(brought.subscription, 0::smallint)
          as subscription,
        item.jid is null and brought.subscription = 2 as hidden,
        coalesce(item.groups, '{}') as groups,
        coalesce(brought.shared_groups, '{}') as shared_groups,
        item.ask,
        item.approved
      from (
        select roster_item.jid, nickname, subscription, groups, ask, approved from roster_item
        where roster_item.owner = of_owner and roster_item.jid = any (jids)
      ) item
      full join shared_contacts(of_owner, jids) brought on brought.jid = item.jid
    ) entry);
end
$$;

comment on function roster_items_of is 'The given contacts of a roster, as the chat server reads them';

create or replace function roster_requests(of_owner text) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(json_agg(json_build_object('jid', jid, 'stanza', stanza) order by jid), '[]')
    from roster_request
    where owner = of_owner);
end
$$;

comment on function roster_requests is 'The pending subscription requests to a user';
