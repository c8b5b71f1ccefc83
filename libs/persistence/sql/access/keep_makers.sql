-- Programs of former releases, which may run beside, note who has made a job or webhook by name, which means the account
-- that has the name now. Before somebody else can have it, the account is noted instead.

create or replace function keep_makers() returns trigger
language plpgsql as $$
begin
  update job set maker_id = 'account:' || old.id
  where maker_id = 'basic:' || old.username and maker_id like 'basic:%';
  update webhook set maker_id = 'account:' || old.id where maker_id = 'basic:' || old.username;
  return null;
end
$$;

comment on function keep_makers is
  'What the account of a name has made stays its own when it is renamed or deleted, whoever has the name then';

create trigger account_keep_makers_on_update
after update of username on account
for each row when (old.username is distinct from new.username)
execute function keep_makers();

create trigger account_keep_makers_on_delete
after delete on account
for each row execute function keep_makers();
