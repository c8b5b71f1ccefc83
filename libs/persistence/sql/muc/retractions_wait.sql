-- Asked every two seconds by the chat server, which nothing else can use meanwhile: while somebody keeps the table for himself
-- the answer is put off.
create or replace function retractions_wait() returns boolean
language plpgsql stable set lock_timeout = '20ms' as $$
begin
  return exists (select from room_message where not told);
exception when lock_not_available then
  return false;
end
$$;

comment on function retractions_wait is
  'Whether occupants have not been told yet of messages that were taken back';
