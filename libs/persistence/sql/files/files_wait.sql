-- Asked every two seconds, as retractions_wait.
create or replace function files_wait() returns boolean
language plpgsql stable set lock_timeout = '20ms' as $$
begin
  return exists (select from departed_file);
exception when lock_not_available then
  return false;
end
$$;

comment on function files_wait is 'Whether the chat server has files to remove';
