create or replace function file_retention_default() returns integer
language sql stable as $$
  select coalesce(
    (select whole_number(value) from system_property
     where key = 'files.retention.days' and whole_number(value) <= 99999), 7)::integer
$$;

comment on function file_retention_default is 'How many days files are kept that no rule is about, 0 for ever';

-- What the rules of now and those of a day later say differently, the longer one decides.
create or replace function file_retention(person text) returns integer
language plpgsql stable as $$
declare
  owner constant text := local_username(person, service_domain());
  default_days constant integer := file_retention_default();
begin
  return greatest(
    account_retention('file', owner, default_days, now()),
    account_retention('file', owner, default_days, 'infinity'));
end
$$;

comment on function file_retention is
  'How many days the files of a bare JID are kept, 100000 for ever';

create or replace function file_expires(person text, sent_at timestamptz) returns timestamptz
language plpgsql stable as $$
declare
  days constant integer := file_retention(person);
begin
  return case when days < 100000 then sent_at + make_interval(days => days) end;
end
$$;

comment on function file_expires is 'When a file is removed; null: never';
