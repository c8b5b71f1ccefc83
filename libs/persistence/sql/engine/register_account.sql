create or replace function engine.register_account(of_user text, keys jsonb) returns text
language plpgsql as $$
begin
  if exists (select from account where username = of_user) then return 'exists'; end if;
  if is_username(of_user) is not true
    or exists (select from administrator_name() where username = of_user) then
    return 'refused';
  end if;
  perform acting(of_user);
  with added as (
    insert into account (username) values (of_user)
    on conflict on constraint account_pk do nothing
    returning username
  )
  insert into account_credential
  select given.* from added cross join given_credentials(added.username, keys) given;
  return case when found then 'created' else 'exists' end;
end
$$;

comment on function engine.register_account is
  'created, exists, or refused: a name that is invalid or that of an administrator';
