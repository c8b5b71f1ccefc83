create or replace function conversation(
  of_room bigint,
  since timestamptz,
  until timestamptz,
  speaker text,
  ids bigint[],
  with_retractions boolean
) returns table (id bigint, sent_at timestamptz)
language sql stable as $$
  select message.id, message.sent_at from room_message message
  where room_id = of_room
    and stanza is not null
    and (since is null or message.sent_at >= since)
    and (until is null or message.sent_at <= until)
    and (speaker is null or nickname = speaker)
    and (ids is null or message.id = any (ids))
    and (with_retractions or message.retracted_at is null and message.retracts is null)
$$;

comment on function conversation is
  'The messages of a room that have stanzas; null bounds are unlimited; tombstones and retractions where they are wanted';
