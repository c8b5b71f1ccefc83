create or replace function archived_conversation(
  of_archive bigint,
  since timestamptz,
  until timestamptz,
  other text,
  ids bigint[]
) returns table (id bigint, sent_at timestamptz)
language sql stable as $$
  select message.id, message.sent_at from archived_message message
  where archive_id = of_archive
    and (since is null or message.sent_at >= since)
    and (until is null or message.sent_at <= until)
    and (other is null or contact = other)
    and (ids is null or message.id = any (ids))
$$;

comment on function archived_conversation is
  'What an account has written and been written; null limits nothing';
