-- The language of the report counts more than the outcome. It is what a client has sent, and as a tag never the name of an outcome.
create or replace function reply_to_reporter(report_no bigint, outcome text) returns text
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  plain constant text := 'reports.reply';
  own constant text := case outcome when 'acted' then 'reports.reply.acted' else 'reports.reply.dismissed' end;
  spoken text := (select coalesce(lower(language), '') from report where id = report_no and reporter is not null);
  keys text[];
begin
  if spoken is null then return null; end if;
  if spoken !~ '^[a-z]{2,3}(-[a-z0-9]{1,8})*$' then spoken := 'none'; end if;
  keys := array[
    own || '.' || spoken, plain || '.' || spoken,
    own || '.' || split_part(spoken, '-', 1), plain || '.' || split_part(spoken, '-', 1),
    own, plain];
  return (
    select nullif(btrim(translate(replace(value, '$report', report_no::text), forbidden.characters, '')), '')
    from system_property,
      (select string_agg(chr(code), '') || U&'\FFFE\FFFF' as characters
       from generate_series(1, 31) as code where code not in (9, 10, 13)) as forbidden
    where key = any (keys)
    order by array_position(keys, key) limit 1);
end
$$;

comment on function reply_to_reporter is
  'What the reporter is told of a closed report, in its language; null: no text is set, or an empty one';

-- Asked every two seconds, as retractions_wait.
create or replace function replies_wait() returns boolean
language plpgsql stable set lock_timeout = '20ms' as $$
begin
  return exists (select from report where reply is not null);
exception when lock_not_available then
  return false;
end
$$;

comment on function replies_wait is 'Whether reporters have not been told yet of reports that were closed';
