create or replace function affiliations() returns text[]
language sql immutable parallel safe as $$
  select array['owner', 'admin', 'outcast', 'member']
$$;

comment on function affiliations is 'By precedence if a person holds several';

-- Outcasts lose their reserved nickname.
create or replace function put_room_affiliations(of_room bigint, given jsonb) returns boolean
language plpgsql as $$
declare
  people record;
  dropped bigint;
  changed bigint;
begin
  select
    coalesce(array_agg(jid), '{}') as jids,
    coalesce(array_agg(entry ->> 'affiliation'), '{}') as held,
    coalesce(array_agg(
      case when entry ->> 'affiliation' <> 'outcast' then nullif(entry ->> 'nickname', '') end
    ), '{}') as nicknames
  into people
  from jsonb_each(given) as person (jid, entry)
  where entry ->> 'affiliation' = any (affiliations())
    and octet_length(jid) between 1 and 2047
    and strpos(jid, '/') = 0;

  delete from room_affiliation where room_id = of_room and jid <> all (people.jids);
  get diagnostics dropped = row_count;

  insert into room_affiliation (room_id, jid, affiliation, nickname)
  select of_room, jid, affiliation, nickname
  from unnest(people.jids, people.held, people.nicknames) as person (jid, affiliation, nickname)
  on conflict on constraint room_affiliation_pk do update
  set affiliation = excluded.affiliation, nickname = excluded.nickname
  where (room_affiliation.affiliation, room_affiliation.nickname)
    is distinct from (excluded.affiliation, excluded.nickname);
  get diagnostics changed = row_count;

  return dropped + changed > 0;
end
$$;

comment on function put_room_affiliations is
  'Replaces the direct affiliations of a room; returns whether anything has changed';
