-- Contract: extensions E19. Clients name the first version in each correction, or the one before. Rows of former releases
-- have no message_id, and name what they correct in their stanza alone.
create or replace function versions_of_message(of_room bigint, of_message bigint) returns bigint[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  corrected bigint[];
begin
  if not exists (select from room_message where id = of_message and corrects is not null) then
    return with_corrections(of_room, array[of_message]);
  end if;
  with recursive named as (
    select id, sent_at, corrects, coalesce(split_part(sender, '/', 1), nickname) as author
    from room_message
    where id = of_message and room_id = of_room and nickname is not null and retracts is null
  ), earlier as materialized (
    select other.id, other.sent_at, other.message_id, other.corrects
    from named cross join lateral (
      select id, sent_at, message_id, corrects from room_message
      where room_id = of_room and split_part(sender, '/', 1) = named.author
        and nickname is not null and retracts is null and (sent_at, id) < (named.sent_at, named.id)
      order by sent_at desc, id desc limit 1000) as other
  ), version as (
    select id, sent_at, corrects from named
    union all
    select other.id, other.sent_at, other.corrects
    from version cross join lateral (
      select id, sent_at, corrects from earlier
      where message_id = version.corrects and (sent_at, id) < (version.sent_at, version.id)
      order by sent_at desc, id desc limit 1) as other
  )
  select array_agg(id) into corrected from (select id from version limit 101) as nearest;
  return with_corrections(of_room, corrected);
end
$$;

comment on function versions_of_message is
  'A message of a room, its corrections by the same author, and what it corrects itself, in the order in which they were said; at most 101';

create or replace function with_corrections(of_room bigint, messages bigint[]) returns bigint[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  versions bigint[];
begin
  with recursive version as (
    select
      id, sent_at, message_id, id_of_message(message_id, stanza) as name,
      coalesce(split_part(sender, '/', 1), nickname) as author
    from room_message
    where id = any (messages) and room_id = of_room and nickname is not null and retracts is null
    union
    select
      other.id, other.sent_at, other.message_id, id_of_message(other.message_id, other.stanza), version.author
    from version cross join lateral (
      (select id, sent_at, message_id, stanza from room_message
      where room_id = of_room and left(corrects, 255) = left(version.name, 255) and corrects = version.name
        and coalesce(split_part(sender, '/', 1), nickname) = version.author and nickname is not null
        and retracts is null and (sent_at, id) > (version.sent_at, version.id))
      union all
      select id, sent_at, message_id, stanza
      from (
        select id, sent_at, message_id, stanza from room_message
        where version.message_id is null and version.name is not null
          and room_id = of_room and split_part(sender, '/', 1) = version.author
          and nickname is not null and retracts is null and (sent_at, id) > (version.sent_at, version.id)
        order by sent_at, id limit 100) as later
      where message_id is null and corrected_in(stanza) = version.name
    ) as other
  )
  select array_agg(id order by sent_at, id) into versions
  from (select id, sent_at from version limit 101) as nearest;
  return coalesce(versions, '{}');
end
$$;

comment on function with_corrections is
  'Messages of a room and their corrections by the same author, in the order in which they were said; at most 101';

create or replace function id_of_message(message_id text, stanza text) returns text
language plpgsql immutable as $$
declare
  tag text;
begin
  if message_id is not null then return message_id; end if;
  tag := substring(stanza from '^<message\s[^>]*>');
  return nullif(plain_text(substring(tag from '\sid=(''[^'']*''|"[^"]*")')), '');
end
$$;

comment on function id_of_message is
  'The id that its author has given to a message, of rows of former releases from the stanza; null: none';

create or replace function corrected_in(stanza text) returns text
language plpgsql immutable as $$
declare
  tag text;
begin
  if strpos(stanza, 'urn:xmpp:message-correct:0') = 0 then return null; end if;
  tag := substring(stanza from '<replace\s[^>]*>');
  return nullif(plain_text(substring(tag from '\sid=(''[^'']*''|"[^"]*")')), '');
end
$$;

comment on function corrected_in is 'The id of the message that a message replaces, by its stanza; null: none';
