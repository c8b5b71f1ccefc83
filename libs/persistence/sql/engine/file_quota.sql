create or replace function engine.file_quota(person text, bytes bigint) returns jsonb
language plpgsql stable as $$
declare
  quota constant bigint := whole_number((select value from system_property where key = 'files.quota.bytes'));
  used numeric;
begin
  if coalesce(quota, 0) = 0 then return null; end if;
  if to_regclass('prosody.prosodyarchive') is null then return null; end if;
  execute '
    select coalesce(sum(whole_number(attribute_of_request(value, ''size''))), 0) from prosody.prosodyarchive
    where host = any ($1) and "user" = '''' and store = ''uploads'' and "with" = $2'
    into used using file_hosts(), person;
  if used + bytes <= quota then return null; end if;
  return jsonb_build_object('quota', quota);
end
$$;

comment on function engine.file_quota is
  'The quota of bytes that the files of a person would exceed with one more; null: they would not';
