-- One instance at a time. Whoever deletes entries shares the lock, so that none goes while its seal is made.
create or replace function seal_audit(upto bigint, at_most integer) returns integer
language plpgsql as $$
declare
  moment constant timestamptz := date_trunc('second', clock_timestamp());
  former record;
  page record;
begin
  if not pg_try_advisory_xact_lock(486217, hashtext('audit_seal')) then return -1; end if;
  select number, last_id, hash into strict former from audit_end();
  select
    count(*)::integer as entries,
    max(log_id) as last_id,
    encode(sha256(convert_to(string_agg(line || chr(10), '' order by log_id), 'UTF8')), 'hex') as digest
  into page
  from (
    select log_id, audit_line(log_id, occurred_at, username, summary, node, details) as line
    from audit_entry
    where log_id > former.last_id and log_id <= upto
    order by log_id
    limit at_most
  ) as unsealed;
  if page.entries = 0 then return 0; end if;
  insert into audit_seal (number, first_id, last_id, entries, sealed_at, digest, hash)
  values (
    former.number + 1, former.last_id + 1, page.last_id, page.entries, moment, page.digest,
    audit_hash(
      former.hash, former.number + 1, former.last_id + 1, page.last_id, page.entries, moment, page.digest));
  return page.entries;
end
$$;

comment on function seal_audit is
  'Seals the oldest audit entries without seal, up to an id below which none can be added; -1: another instance does it';
