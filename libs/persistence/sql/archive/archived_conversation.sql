create or replace function archived_conversation(
  of_archive bigint,
  since timestamptz,
  until timestamptz,
  other text,
  ids bigint[]
) returns setof archived_message
language sql stable as $$
  select * from archived_message
  where archive_id = of_archive
    and (since is null or sent_at >= since)
    and (until is null or sent_at <= until)
    and (other is null or contact = other)
    and (ids is null or id = any (ids))
$$;

comment on function archived_conversation is
  'What an account has written and been written; null limits nothing';
