create or replace function own_message(of_service text, of_room text, message jsonb) returns bigint
language plpgsql stable as $$
declare
  author constant text := split_part(message ->> 'sender', '/', 1);
  since constant timestamptz := named_since(author);
  of_id bigint;
begin
  if not message ?| array['retracts', 'retracts_message'] then return null; end if;
  of_id := (select id from room where service = of_service and name = of_room);
  if message ? 'retracts' then
    return (
      select id from room_message
      where id = message_id(message ->> 'retracts') and room_id = of_id and nickname is not null
        and retracts is null and split_part(sender, '/', 1) = author
        and (since is null or sent_at >= since));
  end if;
  return (
    select id
    from (
      select id, sent_at, message_id, retracts from room_message
      where room_id = of_id and split_part(sender, '/', 1) = author
        and (since is null or sent_at >= since)
      order by sent_at desc, id desc limit 1000
    ) latest
    where message_id = message ->> 'retracts_message' and retracts is null
    order by sent_at desc, id desc limit 1);
end
$$;

comment on function own_message is
  'The message that its author takes back with another one: by its id in the room (retracts), or the id that the author gave it (retracts_message), among their latest 1,000; null: none of theirs';

create or replace function named_since(author text) returns timestamptz
language plpgsql stable as $$
begin
  return (
    select date_trunc('second', coalesce(named_at, created_at)) from account
    where username = local_username(author, service_domain()));
end
$$;

comment on function named_since is
  'What was said under a bare JID before this moment is that of an earlier holder of the name; null: of no account here';
