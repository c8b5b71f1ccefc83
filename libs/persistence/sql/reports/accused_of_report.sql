create or replace function accused_of_report(
  accused text, known_person text,
  contact out text, nickname out text, person out text, room_id out bigint, room out text
)
language plpgsql stable as $$
declare
  domain constant text := service_domain();
  host text;
begin
  contact := split_part(accused, '/', 1);
  nickname := nullif(substr(accused, length(contact) + 2), '');
  host := substr(contact, strpos(contact, '@') + 1);
  if host = domain then
    person := local_account(contact);
  elsif right(host, length(domain) + 1) = '.' || domain then
    select known.id, known.name || '@' || known.service into room_id, room
    from room known
    where service = left(host, -length(domain) - 1) and name = left(contact, -length(host) - 1);
    if room_id is not null and nickname is not null then
      person := local_account(coalesce(known_person, last_speaker(room_id, nickname)));
    end if;
  end if;
end
$$;

comment on function accused_of_report is
  'Whom and what a blocked JID is about: the other side of archives, the nickname in a room, the local account, the room';

create or replace function local_account(jid text) returns text
language plpgsql stable as $$
begin
  return (select jid from account where username = local_username(jid, service_domain()));
end
$$;

comment on function local_account is 'A bare JID, null unless it is that of an account';

-- Of the newest messages of the room alone, so that a nickname that nobody has costs little.
create or replace function last_speaker(of_room bigint, of_nickname text) returns text
language plpgsql stable as $$
begin
  return (
    select split_part(sender, '/', 1)
    from (
      select id, sent_at, nickname, sender from room_message
      where room_id = of_room order by sent_at desc, id desc limit 5000) as newest
    where nickname = of_nickname and sender is not null
    order by sent_at desc, id desc limit 1);
end
$$;

comment on function last_speaker is 'The bare JID of who has last spoken in a room under a nickname';
