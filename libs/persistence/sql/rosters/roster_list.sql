-- A function of its own for its plans: each caller would plan the merge anew, which takes longer than reading a
-- roster of 200. Whoever sees no shared group (seen_groups) has what is stored, and pays for no merge.
-- Others join by index: without statistics the planner would read all groups and accounts for it.
create or replace function roster_list(of_owner text, most integer) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  if exists (select from seen_groups(of_owner || '@' || service_domain())) then
    return (
      select coalesce(
        json_agg(json_build_array(jid, nickname, subscription, groups, stored, shared_groups)), '[]')
      from (
        select entry.jid, entry.nickname, entry.subscription, entry.groups, entry.stored, entry.shared_groups
        from roster_entry(of_owner) entry
        order by entry.jid collate "C" limit most
      ) entry);
  end if;
  return (
    select coalesce(json_agg(json_build_array(jid, nickname, subscription, groups)), '[]')
    from (
      select jid, nickname, subscription, groups from roster_item
      where owner = of_owner
      order by roster_item.jid limit most
    ) item);
end
$$;

comment on function roster_list is
  'The first contacts of a roster as its owner sees it, by JID, each a list: JID, nickname, subscription, groups; whether it is stored, and shared groups, where there may be any';
