create or replace function engine.delete_account(of_user text) returns boolean
language plpgsql as $$
begin
  if is_last_administrator(of_user) or engine.managed_account(of_user) is not null then
    return null;
  end if;
  perform acting(of_user);
  return (
    select roster_owners is not null
    from remove_user(of_user, default_owner(of_user), null));
end
$$;

comment on function engine.delete_account is
  'Deletes an account with its data and all references to it; false: no such account; null: the last administrator who can sign in, or one that a directory manages';
