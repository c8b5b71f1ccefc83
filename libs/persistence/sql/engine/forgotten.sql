create or replace function engine.forgotten(usernames jsonb) returns integer
language plpgsql as $$
declare
  done integer;
begin
  delete from departed_account
  where username in (select jsonb_array_elements_text(json_list(usernames)));
  get diagnostics done = row_count;
  return done;
end
$$;

comment on function engine.forgotten is
  'Reports that the data of these deleted accounts has been cleared; returns how many were pending';
