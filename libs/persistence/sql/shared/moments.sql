create or replace function unix_seconds(moment timestamptz) returns numeric
language plpgsql immutable parallel safe as $$
begin
  return round(extract(epoch from moment)::numeric, 6);
end
$$;

comment on function unix_seconds is 'Seconds since the epoch, with microseconds';

create or replace function moment_of(seconds jsonb) returns timestamptz
language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(seconds) = 'number' then
      to_timestamp(least(greatest((seconds #>> '{}')::numeric, 0), 253402300799)::double precision)
  end
$$;

comment on function moment_of is
  'Seconds since the epoch as a timestamp, up to the year 9999; null unless a number';
