create or replace function engine.reserved_username(of_user text) returns boolean
language plpgsql stable as $$
begin
  return is_reserved_username(of_user)
    and not exists (select from account where username = of_user);
end
$$;

comment on function engine.reserved_username is
  'Whether nobody can register under a name that no account has, because it administers or is a label of the service';
