-- Runs for every new account, so the common case (no group has it) is one look-up.
create or replace function move_shared_groups_showing_account() returns trigger
language plpgsql as $$
declare
  domain text := service_domain();
  names text[];
  people text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct group_name), array_agg(distinct jid) into names, people
    from new_rows join group_member on jid = username || '@' || domain;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct group_name), array_agg(distinct jid) into names, people
    from old_rows join group_member on jid = username || '@' || domain;
  else
    select array_agg(distinct group_name), array_agg(distinct jid) into names, people
    from (
      (select username, name from new_rows except select username, name from old_rows)
      union all
      (select username, name from old_rows except select username, name from new_rows)
    ) changed
    join group_member on jid = username || '@' || domain;
  end if;
  if names is not null then perform move_shared_groups(names, people); end if;
  return null;
end
$$;

comment on function move_shared_groups_showing_account is
  'Moves the shared groups of accounts that are created, deleted, renamed, or change their display names';

create trigger account_move_shared_groups_showing_account_on_insert
after insert on account
referencing new table as new_rows
for each statement execute function move_shared_groups_showing_account();

create trigger account_move_shared_groups_showing_account_on_update
after update on account
referencing old table as old_rows new table as new_rows
for each statement execute function move_shared_groups_showing_account();

create trigger account_move_shared_groups_showing_account_on_delete
after delete on account
referencing old table as old_rows
for each statement execute function move_shared_groups_showing_account();
