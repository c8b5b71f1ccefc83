create or replace function own_message(of_service text, of_room text, message jsonb) returns bigint
language plpgsql stable as $$
declare
  author constant text := split_part(message ->> 'sender', '/', 1);
  -- what was said before is that of an earlier holder of the name
  since constant timestamptz := (
    select coalesce(named_at, created_at) from account
    where username = local_username(author, service_domain()));
  of_id bigint;
begin
  if not message ?| array['retracts', 'retracts_message'] then return null; end if;
  of_id := (select id from room where service = of_service and name = of_room);
  if message ? 'retracts' then
    return (
      select id from room_message
      where id = message_id(message ->> 'retracts') and room_id = of_id and nickname is not null
        and retracts is null and split_part(sender, '/', 1) = author
        and (since is null or sent_at >= date_trunc('second', since)));
  end if;
  return (
    select id
    from (
      select id, sent_at, message_id, retracts from room_message
      where room_id = of_id and split_part(sender, '/', 1) = author
        and (since is null or sent_at >= date_trunc('second', since))
      order by sent_at desc, id desc limit 1000
    ) latest
    where message_id = message ->> 'retracts_message' and retracts is null
    order by sent_at desc, id desc limit 1);
end
$$;

comment on function own_message is
  'The message that its author takes back with another one: by its id in the room (retracts), or the id that the author gave it (retracts_message), among their latest 1,000; null: none of theirs';
