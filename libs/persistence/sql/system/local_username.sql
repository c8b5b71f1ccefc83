create or replace function local_username(jid text, domain text) returns text
language sql immutable parallel safe as $$
  select case
    when right(jid, length(domain) + 1) = '@' || domain then left(jid, -length(domain) - 1)
  end
$$;

comment on function local_username is
  'The localpart of a bare JID of the domain, null for any other JID';
