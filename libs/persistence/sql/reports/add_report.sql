-- Without `by_jid` a moderator makes it. Members of `given`: accused, kind, text; by moderators messages, numbers of those in
-- rooms; else language, processing, named ({by, id}), forwarded ({stanza, from, sent_at}), missing (how many of these were too
-- long), and person and present, which the chat server knows of rooms.
create or replace function add_report(by_jid text, of_source text, given jsonb) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  most_texts constant integer := 10;
  most_evidence constant integer := 100;
  moment constant timestamptz := clock_timestamp();
  words constant text := nullif(btrim(left(given ->> 'text', 2000)), '');
  blocked constant text := given ->> 'accused';
  whose record;
  named jsonb;
  own bigint[];
  of_room bigint[];
  asked integer;
  added integer;
  report_no bigint;
begin
  select contact, nickname, person, room_id, room into whose
  from accused_of_report(blocked, given ->> 'person');
  select report.id into report_no from report
  where reporter = by_jid and accused = blocked and status in ('open', 'acting')
  order by id desc limit 1 for update;
  if found then
    update report set
      count = count + 1,
      texts = (texts || coalesce(array[words], '{}'))[1:most_texts],
      told_at = (array[moment] || told_at)[1:20]
    where id = report_no;
  else
    insert into report (kind, texts, language, accused, person, room, reporter, source, processing, told_at)
    values (
      case when given ->> 'kind' in ('spam', 'abuse') then given ->> 'kind' else 'other' end,
      case when words is null then '{}' else array[words] end,
      left(given ->> 'language', 35), blocked, whose.person, whose.room, by_jid, of_source,
      array(select jsonb_array_elements_text(json_list(given -> 'processing'))), array[moment])
    returning report.id into report_no;
  end if;

  named := (
    select jsonb_agg(one) from (
      select one from jsonb_array_elements(json_list(given -> 'named')) as one limit 20) as first);
  if by_jid is null then
    of_room := array(select message_id(jsonb_array_elements_text(json_list(given -> 'messages'))));
  elsif named is not null then
    own := array(select message_id(one ->> 'id') from jsonb_array_elements(named) as one where one ->> 'by' = by_jid);
    of_room := array(
      select message_id(one ->> 'id') from jsonb_array_elements(named) as one
      where whose.room_id is not null and one ->> 'by' = whose.contact);
  end if;
  with found_messages as (
    select message, sent_at, sender, author, body, stanza, how
    from evidence_of_archive(by_jid, whose.contact, own)
    where by_jid is not null and whose.room_id is null
    union all
    select message, sent_at, sender, author, body, stanza, how
    from evidence_of_room(whose.room_id, whose.nickname, of_room)
    where by_jid is not null and (given -> 'present' = 'true' or may_read_room(whose.room_id, by_jid))
    union all
    select message, sent_at, sender, author, body, stanza, how
    from evidence_of_rooms(whose.contact, whose.room_id, whose.nickname, of_room)
    where by_jid is null
    union all
    select null, moment_of(one -> 'sent_at'), coalesce(one ->> 'from', blocked),
      split_part(coalesce(one ->> 'from', blocked), '/', 1), text_of_body(one ->> 'stanza'), one ->> 'stanza', 'forwarded'
    from (
      select one from jsonb_array_elements(json_list(given -> 'forwarded')) as one limit 10) as handed_over
  ), copied as (
    insert into report_message (report_id, place, message, sent_at, sender, author, body, stanza, how, sha256)
    select report_no, place, message, sent_at, sender, author, body, stanza, how,
      encode(sha256(convert_to(stanza, 'UTF8')), 'hex')
    from (
      select message, sent_at, sender, author, body, without_recipient(stanza) as stanza, how,
        (select count(*) from report_message where report_id = report_no)
          + row_number() over (order by sent_at, length(message), message) as place
      from found_messages
      where message is null or message not in (
        select known.message from report_message known
        where known.report_id = report_no and known.message is not null)) as fresh
    where place <= most_evidence
    returning 1
  )
  select count(*) into added from found_messages where how = 'named';
  asked := coalesce(jsonb_array_length(named), jsonb_array_length(json_list(given -> 'messages')))
    + coalesce((given ->> 'missing')::integer, 0);
  if asked > added then update report set missing = missing + asked - added where id = report_no; end if;
  return report_no;
end
$$;

comment on function add_report is
  'Stores a report with copies of what it is about, or adds to that of the same people which is not closed; its id';
