create or replace function engine.report_replies() returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(
      jsonb_agg(jsonb_strip_nulls(
        jsonb_build_object('id', id::text, 'closed', closed_at::text, 'to', reporter, 'body', reply)) order by id),
      '[]')
    from (select id, closed_at, reporter, reply from report where reply is not null order by id limit 10) waiting);
end
$$;

comment on function engine.report_replies is
  'What reporters are to be told of closed reports, the oldest 10; without to: the account is no more';

-- One that was opened and closed again meanwhile has another time.
create or replace function engine.replied(replies jsonb) returns integer
language plpgsql as $$
declare
  count integer;
begin
  update report set reply = null
  from (
    select one ->> 'id' as number, one ->> 'closed' as closed from jsonb_array_elements(json_list(replies)) as one) as told
  where id = message_id(told.number) and closed_at::text = told.closed and reply is not null;
  get diagnostics count = row_count;
  return count;
end
$$;

comment on function engine.replied is 'Reporters have been told of closed reports; of how many';
