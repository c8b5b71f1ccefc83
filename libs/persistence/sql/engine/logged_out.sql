create or replace function engine.logged_out(of_user text) returns boolean
language plpgsql as $$
begin
  insert into message_archive (username, logged_out_at)
  select username, now() from account where username = of_user
  on conflict (username) do update set logged_out_at = excluded.logged_out_at;
  if not found then return false; end if;
  update account set last_seen = now()
  where username = of_user and (last_seen is null or last_seen < now() - interval '1 minute');
  return true;
end
$$;

comment on function engine.logged_out is
  'The last session of an account has ended: what it receives from now on is unread';
