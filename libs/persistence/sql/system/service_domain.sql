-- In PL/pgSQL, which caches the plan; an SQL function would be planned with each call.
create or replace function service_domain() returns text
language plpgsql stable as $$
begin
  return (select value from system_property where key = 'xmpp.domain');
end
$$;

comment on function service_domain is 'The XMPP domain of the accounts';
