create or replace function archive_of_account(of_user text) returns bigint
language plpgsql as $$
declare
  found_id bigint := (select id from message_archive where username = of_user);
begin
  if found_id is not null then return found_id; end if;
  insert into message_archive (username)
  select username from account where username = of_user
  on conflict do nothing;
  return (select id from message_archive where username = of_user);
end
$$;

comment on function archive_of_account is
  'The archive of an account, made when it is missing; null: there is no such account';
