create or replace function append_audit_entry(entry jsonb) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform note_origin(entry -> 'origin');
  if entry ->> 'summary' is null then return; end if;
  insert into audit_entry (username, occurred_at, summary, node, details, kind, account_id, concerns)
  values (
    entry ->> 'username',
    date_trunc('second', (entry ->> 'timestamp')::timestamptz),
    entry ->> 'summary',
    entry ->> 'node',
    entry ->> 'details',
    entry ->> 'kind',
    (entry ->> 'accountId')::uuid,
    case when entry ? 'concerns' then array(select jsonb_array_elements_text(entry -> 'concerns')) end);
end
$$;

comment on function append_audit_entry is
  'Says who makes the change that calls it, and writes its audit entry if one is owed; null: neither';
