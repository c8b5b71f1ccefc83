create or replace function notify_managed() returns trigger
language plpgsql as $$
begin
  perform pg_notify('chat_admin_change', 'managed');
  return null;
end
$$;

comment on function notify_managed is 'Notifies all instances that something is managed that was not';

create trigger managed_account_notify_managed
after insert on managed_account
for each statement execute function notify_managed();

create trigger managed_group_notify_managed
after insert on managed_group
for each statement execute function notify_managed();
