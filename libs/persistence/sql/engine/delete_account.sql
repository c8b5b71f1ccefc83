create or replace function engine.delete_account(of_user text) returns boolean
language plpgsql as $$
declare
  domain text := service_domain();
  gone text := of_user || '@' || domain;
  heir text;
begin
  delete from account where username = of_user;
  if not found then return false; end if;

  select username into heir from administrator_name()
  where username <> of_user
  order by place limit 1;
  perform remove_jid_references(gone, coalesce(heir, 'admin') || '@' || domain);

  if exists (select from listed_jid() where jid = gone) then
    perform from system_property where key = 'admin.authorizedJIDs' for update;
    update system_property
    set value = (
      select coalesce(string_agg(entry, ',' order by place), '')
      from listed_jid() where jid <> gone)
    where key = 'admin.authorizedJIDs';
  end if;
  return true;
end
$$;

comment on function engine.delete_account is
  'Deletes an account with its data and all references to it; false: no such account';
