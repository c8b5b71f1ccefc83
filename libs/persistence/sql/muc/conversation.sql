create or replace function conversation(
  of_room bigint,
  since timestamptz,
  until timestamptz,
  speaker text,
  ids bigint[]
) returns setof room_message
language sql stable as $$
  select * from room_message
  where room_id = of_room
    and stanza is not null
    and (since is null or sent_at >= since)
    and (until is null or sent_at <= until)
    and (speaker is null or nickname = speaker)
    and (ids is null or id = any (ids))
$$;

comment on function conversation is
  'The messages of a room, as stanzas; null bounds are unlimited';
