-- Each person is found by the index prosodyarchive_with_when, as in stray_files.sql.
create or replace function engine.expire_files(takers jsonb, after text) returns jsonb
language plpgsql as $$
declare
  most constant integer := 1000;
  hosts constant text[] := array(
    select unnest(file_hosts()) intersect select jsonb_array_elements_text(json_list(takers)));
  shortest constant integer := (
    select least(min(nullif(days, 0)), min(nullif(former_days, 0)), nullif(file_retention_default(), 0))
    from retention_rule where kind = 'file');
  removed bigint;
  last text;
begin
  if hosts = '{}' or shortest is null then return '{"removed": 0}'; end if;
  execute '
    with recursive person (jid, number) as (
      select $2, 0
      union all
      select (
        select min(following."with") from unnest($1) as taker (name), lateral (
          select "with" from prosody.prosodyarchive
          where host = taker.name and "user" = '''' and store = ''uploads'' and "with" > person.jid
          order by "with" limit 1
        ) following), number + 1
      from person where jid is not null and number < 200
    ), aged as materialized (
      select jid, file_retention(jid) as reach from person
      where number > 0 and jid is not null and exists (
        select from prosody.prosodyarchive
        where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = jid
          and "when" < extract(epoch from now() - make_interval(days => $3)))
    ), gone as (
      delete from prosody.prosodyarchive where sort_id = any (array(
        select old.sort_id from aged cross join lateral (
          select sort_id from prosody.prosodyarchive
          where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = jid
            and "when" < extract(epoch from now() - make_interval(days => aged.reach))
          limit $4
        ) old
        where reach < 100000 limit $4))
      returning host, key
    ), departed as (
      insert into departed_file (host, slot) select host, key from gone order by host, key
    )
    select (select count(*) from gone), (select max(jid) from person where number = 200)'
    into removed, last using hosts, after, shortest, most;
  return jsonb_strip_nulls(jsonb_build_object(
    'removed', removed, 'next', case when removed >= most then after else last end));
end
$$;

comment on function engine.expire_files is
  'Files past their retention go that these components have taken, those of the next 200 people; returns how many, and behind whom to go on';
