create or replace function audit_end() returns table (number bigint, last_id bigint, hash text)
language sql stable rows 1 as $$
  select found.number, found.last_id, found.hash
  from (
    (select seal.number, seal.last_id, seal.hash from audit_seal as seal order by seal.number desc limit 1)
    union all
    select base.number, base.last_id, base.hash from audit_base as base
  ) as found
  order by found.number desc
  limit 1
$$;

comment on function audit_end is 'The newest seal, or what is left of it after its retention';
