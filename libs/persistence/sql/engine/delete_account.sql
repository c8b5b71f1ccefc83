create or replace function engine.delete_account(of_user text) returns boolean
language plpgsql as $$
declare
  heir text;
begin
  perform acting(of_user);
  select username into heir from administrator_name()
  where username <> of_user
  order by place limit 1;
  return (
    select roster_owners is not null
    from remove_user(of_user, coalesce(heir, 'admin') || '@' || service_domain(), null));
end
$$;

comment on function engine.delete_account is
  'Deletes an account with its data and all references to it; false: no such account';
