create or replace function put_event(
  of_type text, of_object text, columns text[] = '{}', former text = null, origin jsonb = null,
  added text[] = '{}', removed text[] = '{}', moment timestamptz = now()
) returns void
language plpgsql as $$
begin
  insert into event_outbox (type, occurred_at, object, previous, columns, added, removed, more, origin)
  values (
    of_type, moment, of_object, former, columns, added[1:100], removed[1:100],
    greatest(cardinality(added) - 100, 0) + greatest(cardinality(removed) - 100, 0),
    coalesce(origin, change_origin()));
end
$$;

comment on function put_event is
  'Writes an event, which is published after the commit; no origin: that of the transaction';
