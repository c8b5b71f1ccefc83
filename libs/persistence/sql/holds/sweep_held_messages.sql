-- The lock first: a hold that begins waits, and of one that has begun the statement knows.
create or replace function sweep_held_messages(
  after bigint, at_most integer, node text, removed out integer, seen out integer, last out bigint
)
language plpgsql as $$
begin
  removed := 0;
  seen := 0;
  if not pg_try_advisory_xact_lock(486217, 80) then return; end if;
  perform holds_count();
  with looked_at as (
    select id, is_held(kind, owner, other, sent_at) as stays from held_message
    where id > after order by id limit at_most
  ), gone as (
    delete from held_message using looked_at where held_message.id = looked_at.id and not stays returning 1
  )
  select (select count(*) from gone), count(*), max(id) into removed, seen, last from looked_at;
  -- looked for again for an hour: what was removed while it was released, or another one was, may have left copies behind
  if seen < at_most then
    update hold set swept = true where released_at < now() - interval '1 hour' and not swept;
  end if;
  if removed > 0 then
    perform append_audit_entry(jsonb_build_object(
      'username', 'service',
      'kind', 'label',
      'timestamp', now(),
      'summary', 'EXPIRE held messages',
      'node', node,
      'details', format('object=/holds; outcome=200; messages=%s', removed)));
  end if;
end
$$;

comment on function sweep_held_messages is
  'Removes copies that no hold covers, of a number of them after an id, with an audit entry; null: another instance does';
