create or replace function append_audit_entry(entry jsonb) returns void
language plpgsql as $$
begin
  if entry is null then return; end if;
  insert into audit_entry (username, occurred_at, summary, node, details)
  values (
    entry ->> 'username',
    date_trunc('second', (entry ->> 'timestamp')::timestamptz),
    entry ->> 'summary',
    entry ->> 'node',
    entry ->> 'details');
end
$$;

comment on function append_audit_entry is
  'Writes the audit entry of the change that calls it; null: none is owed';
