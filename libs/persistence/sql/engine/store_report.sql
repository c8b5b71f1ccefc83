create or replace function engine.store_report(by_jid text, of_source text, given jsonb) returns jsonb
language plpgsql as $$
declare
  most_an_hour constant integer := 20;
  is_local constant boolean := local_username(by_jid, service_domain()) is not null;
  told integer;
  one jsonb;
  refused integer := 0;
begin
  if is_local and local_account(by_jid) is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('report'), hashtext(by_jid));
  perform note_chat_user(by_jid);
  told := (
    select count(*) from report, unnest(told_at) as moment
    where reporter = by_jid and moment > clock_timestamp() - interval '1 hour');
  for one in select jsonb_array_elements(json_list(given)) loop
    if is_local and told >= most_an_hour then
      refused := refused + 1;
      perform nextval('report_refused_seq');
    else
      perform add_report(by_jid, of_source, one);
      told := told + 1;
    end if;
  end loop;
  return jsonb_build_object('stored', jsonb_array_length(json_list(given)) - refused, 'refused', refused);
end
$$;

comment on function engine.store_report is
  'Stores reports, all or none; refused: beyond the limit of their reporter; null: there is no such account';

create or replace function engine.refuse_reports(amount integer) returns integer
language plpgsql as $$
begin
  perform nextval('report_refused_seq') from generate_series(1, least(amount, 1000));
  return least(amount, 1000);
end
$$;

comment on function engine.refuse_reports is
  'Counts reports that the chat server has refused by itself; how many are counted, 1,000 at most';
