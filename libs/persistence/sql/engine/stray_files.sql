-- Of accounts that were deleted before files went along with them. Each person is found by the index prosodyarchive_with_when,
-- and so many are looked at that the chat server, which waits meanwhile, goes on soon.
create or replace function engine.stray_files(after text) returns text
language plpgsql as $$
declare
  hosts constant text[] := file_hosts();
  strays text[];
  last text;
begin
  if hosts = '{}' then return null; end if;
  execute '
    with recursive person (jid, number) as (
      select $3, 0
      union all
      select (
        select min(following."with") from unnest($1) as taker (name), lateral (
          select "with" from prosody.prosodyarchive
          where host = taker.name and "user" = '''' and store = ''uploads'' and "with" > person.jid
          order by "with" limit 1
        ) following), number + 1
      from person where jid is not null and number < 200
    )
    select
      coalesce(array_agg(jid) filter (where right(jid, length($2)) = $2
        and not exists (select from account where username = left(jid, -length($2)))), ''{}''),
      max(jid) filter (where number = 200)
    from person where number > 0 and jid is not null'
    into strays, last using hosts, '@' || service_domain(), after;
  perform depart_files(strays);
  return last;
end
$$;

comment on function engine.stray_files is
  'The files of people without an account go, of the next 200 people; returns the last of these, null: there are no more';
