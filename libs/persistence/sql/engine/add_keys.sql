create or replace function engine.add_keys(of_user text, known_key text, keys jsonb) returns boolean
language plpgsql as $$
begin
  return add_keys(of_user, known_key, keys);
end
$$;

comment on function engine.add_keys is
  'Adds the keys of the absent hash for the password that a login has shown; false: not any more';
