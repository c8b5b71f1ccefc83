-- The component that takes files is named by the configuration of the chat server. The distinct hosts are few, and each is
-- found by the index.
create or replace function file_hosts() returns text[]
language plpgsql stable as $$
declare
  hosts text[];
begin
  if to_regclass('prosody.prosodyarchive') is null then return '{}'; end if; -- never had a chat server
  if not has_table_privilege('prosody.prosodyarchive', 'delete') then return '{}'; end if; -- has not attached yet
  execute '
    with recursive holder (host) as (
      select min(host) from prosody.prosodyarchive
      union all
      select (select min(host) from prosody.prosodyarchive where host > holder.host)
      from holder where host is not null
    )
    select coalesce(array_agg(host), ''{}'') from holder where host is not null' into hosts;
  return hosts;
end
$$;

comment on function file_hosts is
  'The hosts of which the chat server keeps something in order, the component that takes files among them';
