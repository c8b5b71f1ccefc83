create or replace function engine.forgotten(usernames jsonb) returns integer
language plpgsql as $$
declare
  done integer;
begin
  -- asked for by sessions that have just been closed
  perform depart_files(array(
    select gone.username || '@' || service_domain()
    from jsonb_array_elements_text(json_list(usernames)) as gone (username)
    where not exists (select from account where account.username = gone.username)));
  delete from departed_account
  where username in (select jsonb_array_elements_text(json_list(usernames)));
  get diagnostics done = row_count;
  return done;
end
$$;

comment on function engine.forgotten is
  'Reports that the data of these deleted accounts has been cleared; returns how many were pending';
