create or replace function path_segment(name text) returns text
language plpgsql immutable as $$
begin
  if name ~ '^[A-Za-z0-9_.!~*''()-]*$' then return name; end if;
  return (
    select string_agg(
      case when byte ~ '^(4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[1789ade])$'
        then convert_from(decode(byte, 'hex'), 'UTF8') else '%' || upper(byte) end, '' order by place)
    from regexp_matches(encode(convert_to(name, 'UTF8'), 'hex'), '..', 'g') with ordinality as one (hit, place),
      lateral (select hit[1]) as two (byte));
end
$$;

comment on function path_segment is 'A name as it stands in a path, as encodeURIComponent() writes it';

create or replace function room_path(service text, name text) returns text
language plpgsql immutable as $$
begin
  return '/chatrooms/' || path_segment(name) || '?servicename=' || path_segment(service);
end
$$;

comment on function room_path is 'Where the API has a room';

create or replace function changed_columns(before jsonb, after jsonb, ignored text[]) returns text[]
language plpgsql immutable as $$
begin
  return array(
    select key from jsonb_each(after)
    where value is distinct from before -> key and key <> all (ignored) order by key);
end
$$;

comment on function changed_columns is 'In which columns two states of a row differ';
