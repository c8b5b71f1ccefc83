-- One instance at a time. Ids are those of a row that is locked to the commit, so that whoever sees an id sees all before it.
-- Of one object the events are in the order of its changes: each is written while the object is locked. Those who join or
-- leave a group lock their own row in it alone: of changes that overlap, that which wrote first may be told first.
-- The statistics are mostly those of an empty table, by which a nested loop would look cheap: it takes the square.
create or replace function publish_events(most integer, published out integer, last out bigint, rest out boolean)
language plpgsql set enable_nestloop = off as $$
declare
  batch bigint[];
begin
  published := 0;
  rest := false;
  if not pg_try_advisory_xact_lock('event_state'::regclass::oid::integer, 0) then
    published := -1; -- somebody else is at it
    return;
  end if;
  batch := array(select seq from event_outbox order by seq limit most);
  if batch = '{}' then return; end if;
  rest := cardinality(batch) = most;

  with chosen as materialized (
    select distinct xid, object from event_outbox where seq = any (batch)
  ), taken as (
    delete from event_outbox using chosen
    where event_outbox.xid = chosen.xid and event_outbox.object = chosen.object
    returning seq, event_outbox.xid, type, event_outbox.object, previous, occurred_at, origin, columns, added,
      removed, more
  ), whole as (
    select
      min(seq) as place, xid, type, object, min(previous) as previous, min(occurred_at) as occurred_at,
      (array_agg(origin order by seq))[1] as origin,
      case count(*) when 1 then min(columns) else flat(jsonb_agg(columns)) end as columns,
      case count(*) when 1 then min(added) else lacking(flat(jsonb_agg(added)), flat(jsonb_agg(removed))) end as added,
      case count(*) when 1 then min(removed) else lacking(flat(jsonb_agg(removed)), flat(jsonb_agg(added))) end as removed,
      sum(more)::integer as more,
      bool_or(type like '%.created' or type like '%.deleted') over (partition by xid, object) as is_end
    from taken
    group by xid, type, object
  ), told as (
    select type, occurred_at, origin, object, previous, columns, added, removed, more,
      row_number() over (order by place) as number
    from whole
    where type like any (array['%.created', '%.deleted', '%.renamed', '%.ended']) or (
      not is_end and (
        type not in ('room.updated', 'group.updated')
        or columns <> '{}' or added <> '{}' or removed <> '{}' or more > 0))
  ), stored as (
    insert into event (
      id, type, occurred_at, actor, source, request, object, previous, columns, added, removed, more,
      traceparent)
    select
      last_id + number, type, occurred_at,
      coalesce(origin ->> 'actor', 'service'), coalesce(origin ->> 'source', 'service'), origin ->> 'request',
      object, previous, columns,
      added[1:100], removed[1:100 - least(cardinality(added), 100)],
      more + greatest(cardinality(added) + cardinality(removed) - 100, 0),
      origin ->> 'traceparent'
    from told cross join event_state
    returning 1
  )
  select count(*) into published from stored;
  update event_state set last_id = last_id + published returning last_id into last;
  if published > 0 then perform pg_notify('chat_admin_change', 'events:' || last); end if;
end
$$;

comment on function publish_events is
  'Gives ids to events of committed changes; published: how many, -1 while somebody else does it; last: the newest id; rest: there may be more';

create or replace function flat(lists jsonb) returns text[]
language plpgsql immutable as $$
begin
  return array(
    select distinct entry
    from jsonb_array_elements(lists) as list, jsonb_array_elements_text(list) as entry
    order by entry);
end
$$;

comment on function flat is 'The different texts of lists of texts, in order';

create or replace function lacking(given text[], others text[]) returns text[]
language plpgsql immutable as $$
begin
  return array(select entry from unnest(given) as entry where entry <> all (others) order by entry);
end
$$;

comment on function lacking is 'Those of the given texts that are not among others';
