create or replace function note_departed_accounts() returns trigger
language plpgsql as $$
declare
  gone text[];
begin
  if to_regnamespace('prosody') is null then return null; end if; -- never had a chat server
  if tg_op = 'DELETE' then
    gone := array(select username from old_rows);
  else
    gone := array(select username from old_rows except select username from new_rows);
  end if;
  if gone = '{}' then return null; end if;

  insert into departed_account (username)
  select name from unnest(gone) as name
  order by 1
  on conflict (username) do update set inherited = false;
  return null;
end
$$;

comment on function note_departed_accounts is
  'Keeps the names of deleted accounts until the chat server has cleared their data';

create trigger account_note_departed_accounts_on_update
after update on account
referencing old table as old_rows new table as new_rows
for each statement execute function note_departed_accounts();

create trigger account_note_departed_accounts_on_delete
after delete on account
referencing old table as old_rows
for each statement execute function note_departed_accounts();
