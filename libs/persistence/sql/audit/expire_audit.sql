create or replace function expirable_audit(days integer, at_most integer, out upto bigint, out last_entry bigint)
language plpgsql stable as $$
declare
  cutoff constant timestamptz := now() - make_interval(days => days);
  total bigint := 0;
  seal record;
begin
  for seal in select number, first_id, last_id, entries from audit_seal order by number loop
    exit when total > 0 and total + seal.entries > at_most;
    exit when exists (
      select from audit_entry
      where log_id between seal.first_id and seal.last_id and occurred_at >= cutoff);
    total := total + seal.entries;
    upto := seal.number;
    last_entry := seal.last_id;
  end loop;
end
$$;

comment on function expirable_audit is
  'The last of the oldest seals all of whose entries are older than some days, at most so many entries or one seal; null: none';

create or replace function expire_audit(upto bigint, node text) returns integer
language plpgsql as $$
declare
  base record;
  seal record;
  gone integer;
begin
  if not pg_try_advisory_xact_lock(486217, hashtext('audit_seal')) then return 0; end if;
  select number, last_id into strict base from audit_base;
  select number, last_id, hash into seal from audit_seal where number = upto;
  if not found then return 0; end if;
  perform set_config('chat_admin.audit_expires', 'true', true);
  delete from audit_entry where log_id > base.last_id and log_id <= seal.last_id;
  get diagnostics gone = row_count;
  perform set_config('chat_admin.audit_expires', '', true);
  delete from audit_seal where number <= upto;
  update audit_base set number = seal.number, last_id = seal.last_id, hash = seal.hash;
  perform append_audit_entry(jsonb_build_object(
    'username', 'service',
    'kind', 'label',
    'timestamp', now(),
    'summary', format('EXPIRE audit %s-%s', base.number + 1, upto),
    'node', node,
    'details', format('object=/logs/security; outcome=200; entries=%s; hash=%s', gone, seal.hash)));
  return gone;
end
$$;

comment on function expire_audit is
  'Removes the oldest seals with their entries, and writes the entry that bridges them; returns how many entries went';

create or replace function keep_sealed() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(486217, hashtext('audit_seal'));
  if old.log_id <= (select last_id from audit_end()) then
    raise exception 'Audit entry % is sealed', old.log_id
      using errcode = 'restrict_violation', hint = 'Retention removes it with its seal: see audit.retention.days.';
  end if;
  return old;
end
$$;

comment on function keep_sealed is
  'Refuses to delete sealed audit entries one by one, as a release without seals does';

create trigger audit_entry_keep_sealed before delete on audit_entry
for each row when (current_setting('chat_admin.audit_expires', true) is distinct from 'true')
execute function keep_sealed();
