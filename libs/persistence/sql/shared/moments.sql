create or replace function unix_seconds(moment timestamptz) returns numeric
language sql immutable parallel safe as $$
  select round(extract(epoch from moment)::numeric, 6)
$$;

comment on function unix_seconds is 'Seconds since 1970 with microseconds';

create or replace function moment_of(seconds jsonb) returns timestamptz
language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(seconds) = 'number' then
      to_timestamp(least(greatest((seconds #>> '{}')::numeric, 0), 253402300799)::double precision)
  end
$$;

comment on function moment_of is
  'The moment of seconds since 1970, at most the year 9999; null for anything but a number';
