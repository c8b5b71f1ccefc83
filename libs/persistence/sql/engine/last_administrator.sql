create or replace function engine.last_administrator(of_user text) returns boolean
language plpgsql as $$
begin
  return is_last_administrator(of_user);
end
$$;

comment on function engine.last_administrator is
  'Whether without this user no administrator could sign in';
