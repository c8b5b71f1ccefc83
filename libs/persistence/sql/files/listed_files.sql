create or replace function file_conditions(filter jsonb) returns text
language plpgsql immutable as $$
declare
  conditions text := '';
begin
  if filter ? 'slot' then conditions := conditions || ' and key = $2 ->> ''slot'''; end if;
  if filter ? 'person' then conditions := conditions || ' and "with" = $2 ->> ''person'''; end if;
  if filter ? 'from' then conditions := conditions || ' and "when" >= ceil(($2 ->> ''from'')::numeric)::bigint'; end if;
  if filter ? 'to' then conditions := conditions || ' and "when" < ceil(($2 ->> ''to'')::numeric)::bigint'; end if;
  if filter ? 'type' then
    conditions := conditions || ' and attribute_of_request(value, ''content-type'') = $2 ->> ''type''';
  end if;
  if filter ? 'bytes' then
    conditions := conditions || ' and coalesce(whole_number(attribute_of_request(value, ''size'')), 0) >= ($2 ->> ''bytes'')::bigint';
  end if;
  return conditions;
end
$$;

comment on function file_conditions is 'Which stored files a filter finds, which is $2 of the query';

-- Pages start with an index of the chat server's storage: that of a person's files by time, else that of all by time. As many
-- files of each host are read as the page has.
create or replace function listed_files(
  filter jsonb, sort text, descending boolean, most integer, behind_value text, behind_slot text
)
returns table (host text, slot text, person text, sent_at timestamptz, name text, type text, bytes bigint)
language plpgsql stable security definer as $$
declare
  size constant text := 'coalesce(whole_number(attribute_of_request(value, ''size'')), 0)';
  expression constant text := case sort when 'bytes' then size else '"when"' end;
  direction constant text := case when descending then 'desc' else 'asc' end;
  conditions text := file_conditions(filter);
  hosts constant text[] := file_hosts();
begin
  if hosts = '{}' then return; end if; -- nor can they be read before the chat server has attached
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return; end if;
  if behind_slot is not null then
    conditions := conditions || format(' and (%s, key) %s ($3, $4)', expression, case when descending then '<' else '>' end);
  end if;
  return query execute format('
    select taker.name, found.key, found."with", to_timestamp(found."when"),
      attribute_of_request(found.value, ''filename''), attribute_of_request(found.value, ''content-type''),
      coalesce(whole_number(attribute_of_request(found.value, ''size'')), 0)
    from unnest($1) as taker (name) cross join lateral (
      select key, "with", "when", value, %1$s as place from prosody.prosodyarchive
      where host = taker.name and "user" = '''' and store = ''uploads'' %2$s
      order by %1$s %3$s, key %3$s limit $5
    ) found
    order by found.place %3$s, found.key %3$s limit $5', expression, conditions, direction)
    using hosts, filter, whole_number(behind_value), behind_slot, most;
end
$$;

comment on function listed_files is
  'Files that people have asked slots for, and that are kept, a page of them in order';

-- Neither sorted nor read.
create or replace function counted_files(filter jsonb, most bigint) returns bigint
language plpgsql stable security definer as $$
declare
  count bigint;
  hosts constant text[] := file_hosts();
begin
  if hosts = '{}' then return 0; end if;
  if not admits_chat_server_store(to_regclass('prosody.prosodyarchive')) then return 0; end if;
  execute format('
    select count(*) from (
      select from prosody.prosodyarchive
      where host = any ($1) and "user" = '''' and store = ''uploads'' %s
      limit $3
    ) found', file_conditions(filter)) into count using hosts, filter, most;
  return count;
end
$$;

comment on function counted_files is 'How many files there are, no more of them than wanted; null: all';
