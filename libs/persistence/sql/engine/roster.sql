create or replace function engine.roster(of_user text) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'version', coalesce((select version from roster where owner = of_user), 0),
      'items', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'jid', entry.jid,
          'name', entry.nickname,
          'subscription', subscription_name(entry.subscription),
          'ask', coalesce(item.ask, false) and entry.subscription in (0, 2),
          'approved', coalesce(item.approved, false),
          'groups', array(
            select name from unnest(entry.groups || entry.shared_groups) as name
            group by name order by name collate "C")
        )) order by entry.jid collate "C"), '[]')
        from roster_entry(of_user) entry
        left join roster_item item on item.owner = of_user and item.jid = entry.jid),
      'requests', (
        select coalesce(
          jsonb_agg(jsonb_build_object('jid', jid, 'stanza', stanza) order by jid), '[]')
        from roster_request where owner = of_user))
    from account
    where username = of_user);
end
$$;

comment on function engine.roster is
  'The roster as its owner sees it, with pending requests; null: there is no account';
