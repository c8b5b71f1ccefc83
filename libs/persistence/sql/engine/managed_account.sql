create or replace function engine.managed_account(of_user text) returns text
language plpgsql as $$
begin
  return (
    select case when 'password' = any (fields) then 'password' else 'account' end
    from managed_account where username = of_user);
end
$$;

comment on function engine.managed_account is
  'What a directory manages of an account: password, with the account itself; account, without it; null: nothing';
