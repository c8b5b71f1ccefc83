create or replace function engine.put_roster_requests(of_user text, requests jsonb) returns boolean
language plpgsql as $$
declare
  given record;
begin
  perform from account where username = of_user for no key update;
  if not found then return false; end if;

  select
    coalesce(array_agg(jid), '{}') as jids,
    coalesce(array_agg(stanza), '{}') as stanzas
  into given
  from (
    select distinct on (jid) jid, stanza
    from jsonb_to_recordset(json_list(requests)) as request (jid text, stanza text)
    where char_length(jid) between 1 and 1024 and stanza is not null
  ) request;

  delete from roster_request where owner = of_user and jid <> all (given.jids);
  insert into roster_request (owner, jid, stanza)
  select of_user, jid, stanza from unnest(given.jids, given.stanzas) as request (jid, stanza)
  on conflict on constraint roster_request_pk do update set stanza = excluded.stanza
  where roster_request.stanza <> excluded.stanza;
  return true;
end
$$;

comment on function engine.put_roster_requests is
  'Replaces the pending subscription requests; false: no such account';
