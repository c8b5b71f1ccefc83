create or replace function role_events() returns trigger
language plpgsql as $$
declare
  holder constant text := case when tg_op = 'DELETE' then old.username else new.username end;
begin
  -- a role goes and moves with its account without an event
  if exists (select from account where username = holder) then
    perform put_event('user.role', '/users/' || path_segment(holder), '{role}');
  end if;
  return null;
end
$$;

comment on function role_events is 'Events of a role that an account gets or loses';

create trigger account_role_role_events
after insert or delete on account_role
for each row execute function role_events();

create trigger account_role_role_events_on_update
after update on account_role
for each row when (old.role is distinct from new.role)
execute function role_events();
