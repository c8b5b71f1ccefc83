-- Limits of core 1.11. Data that merely repeats the shared groups is not stored.
create or replace function engine.put_roster_item(of_user text, contact text, item jsonb)
returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  seen record;
  given record;
begin
  perform from account where username = of_user for no key update;
  if not found then return null; end if;

  perform acting(of_user);
  if item is null or jsonb_typeof(item) <> 'object' then
    delete from roster_item where owner = of_user and jid = contact;
  elsif char_length(contact) between 1 and 1024 and strpos(contact, '/') = 0 then
    select jid, nickname, subscription, groups, stored, shared_groups into seen
    from roster_entries(of_user, array[contact]);
    select
      left(nullif(item ->> 'name', ''), 255) as nickname,
      subscription_code(item ->> 'subscription') as subscription,
      coalesce(item -> 'ask' = 'true', false) as ask,
      coalesce(item -> 'approved' = 'true', false) as approved,
      array(
        select distinct name collate "C"
        from (
          select left(value, 255) as name
          from jsonb_array_elements_text(json_list(item -> 'groups')) as value
        ) named
        where name <> ''
          and not exists (
            select from user_group
            where (user_group.name = named.name or display_name = named.name) and shared)
        order by 1
      ) as groups
    into given;
    if seen.jid is null or seen.stored or given.approved or given.groups <> '{}'
      or given.nickname is distinct from seen.nickname then
      insert into roster_item (owner, jid, nickname, subscription, groups, ask, approved)
      values (of_user, contact, given.nickname, given.subscription, given.groups, given.ask,
              given.approved)
      on conflict on constraint roster_item_pk do update
      set nickname = excluded.nickname, subscription = excluded.subscription,
          groups = excluded.groups, ask = excluded.ask, approved = excluded.approved
      where (roster_item.nickname, roster_item.subscription, roster_item.groups,
             roster_item.ask, roster_item.approved)
        is distinct from (excluded.nickname, excluded.subscription, excluded.groups,
                          excluded.ask, excluded.approved);
    end if;
  end if;

  return roster_version(roster_state(of_user));
end
$$;

comment on function engine.put_roster_item is
  'Stores or (null) removes a contact; returns the version of the roster; null: no such account';
