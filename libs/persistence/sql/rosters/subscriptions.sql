create or replace function subscription_name(code smallint) returns text
language sql immutable parallel safe as $$
  select (array['none', 'to', 'from', 'both'])[code + 1]
$$;

comment on function subscription_name is 'The XMPP name of a stored subscription';

create or replace function subscription_code(name text) returns smallint
language sql immutable parallel safe as $$
  select (coalesce(array_position(array['none', 'to', 'from', 'both'], name), 1) - 1)::smallint
$$;

comment on function subscription_code is
  'The stored form of an XMPP subscription; unknown ones count as "none"';
