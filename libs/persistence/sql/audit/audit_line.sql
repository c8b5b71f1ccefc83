create or replace function audit_line(
  log_id bigint, occurred_at timestamptz, username text, summary text, node text, details text
) returns text
language sql stable parallel safe as $$
  select json_build_array(
    log_id, floor(extract(epoch from occurred_at))::bigint, username, summary, node, details)::text
$$;

comment on function audit_line is 'An audit entry as seals cover it; JSON.stringify writes each of its values alike';

create or replace function audit_hash(
  former text, number bigint, first_id bigint, last_id bigint, entries integer, sealed_at timestamptz, digest text
) returns text
language sql stable parallel safe as $$
  select encode(sha256(convert_to(former || concat_ws(',',
    number, first_id, last_id, entries, floor(extract(epoch from sealed_at))::bigint, digest), 'UTF8')), 'hex')
$$;

comment on function audit_hash is 'The hash of a seal, in which that of the seal before it is contained';
