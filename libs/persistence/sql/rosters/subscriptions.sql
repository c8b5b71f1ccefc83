create or replace function subscription_name(code smallint) returns text
language sql immutable parallel safe as $$
  select (array['none', 'to', 'from', 'both'])[code + 1]
$$;

comment on function subscription_name is 'A stored subscription in the words of XMPP';

create or replace function subscription_code(name text) returns smallint
language sql immutable parallel safe as $$
  select (coalesce(array_position(array['none', 'to', 'from', 'both'], name), 1) - 1)::smallint
$$;

comment on function subscription_code is
  'A subscription as it is stored; what XMPP does not know counts as "none"';
