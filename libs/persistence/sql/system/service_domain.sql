-- In PL/pgSQL, which keeps the plan; a function in SQL would be planned again with each call.
create or replace function service_domain() returns text
language plpgsql stable as $$
begin
  return (select value from system_property where key = 'xmpp.domain');
end
$$;

comment on function service_domain is 'The XMPP domain that the accounts belong to';
