-- The state of a roster says which version of each part it was read from: the owner's own part, and the shared groups by their
-- ids. Rosters of one owner with the same state are the same. A version for clients has to be a number: of a roster
-- without shared groups it is the owner's own, of any other a digest. A maximum would not notice a group that is left.

create or replace function roster_state(of_owner text) returns jsonb
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select jsonb_build_object(
      'own', coalesce((select version from roster where owner = of_owner), 0),
      'groups', coalesce((
        select jsonb_object_agg(id, version)
        from seen_groups(of_owner || '@' || service_domain())
      ), '{}'))
    from account
    where username = of_owner);
end
$$;

comment on function roster_state is
  'The versions of all parts of a roster: {"own":7,"groups":{"3":12}}; null: no such account';

create or replace function roster_version(state jsonb) returns bigint
language plpgsql stable as $$
begin
  return case
    when state -> 'groups' = '{}' then (state ->> 'own')::bigint
    -- 2^48 and more, which no version of the sequence reaches, and exact as a floating-point number
    else 281474976710656 + ('x' || encode(
      substr(sha256(convert_to(state::text, 'UTF8')), 1, 6), 'hex'))::bit(48)::bigint
  end;
end
$$;

comment on function roster_version is 'A number that differs for different states of a roster';

-- Whoever knows 0 of the own part knows that nothing was stored.
create or replace function contacts_changed_since(of_owner text, known jsonb) returns text[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with seen as materialized (
      select id, version, changed_since, changed from seen_groups(of_owner || '@' || service_domain())
    ), part (known, version, changed_since, changed) as (
      select
        own.known,
        coalesce(version, 0),
        case own.known when 0 then 0 else changed_since end,
        case own.known when 0 then array(select jid from roster_item where owner = of_owner)
        else changed end
      from account left join roster on owner = username
      cross join (select (known ->> 'own')::bigint as known) own
      where username = of_owner
      union all
      select (known -> 'groups' ->> id::text)::bigint, version, changed_since, changed from seen
      union all
      select null, null, null, null
      from jsonb_object_keys(known -> 'groups') as known_id
      where known_id not in (select id::text from seen)
    )
    select case
      when bool_and(coalesce(part.known between part.changed_since and part.version, false))
      then array(
        select distinct jid
        from part moved, unnest(moved.changed) as jid
        where moved.known < moved.version)
    end
    from part);
end
$$;

comment on function contacts_changed_since is
  'Who may differ in a roster from what it showed in this state; null: that is not remembered';
