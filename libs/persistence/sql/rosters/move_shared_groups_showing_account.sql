-- Runs for every new account, so the common case (no group has it, none is shown to everybody) is two look-ups.
create or replace function move_shared_groups_showing_account() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set jit = off
set enable_seqscan = off as $$
declare
  people text[];
  names text[];
begin
  if tg_op = 'INSERT' then
    people := array(select username from new_rows);
  elsif tg_op = 'DELETE' then
    people := array(select username from old_rows);
  else
    people := array(
      (select username from (select username, name from new_rows
                             except select username, name from old_rows) _)
      union
      (select username from (select username, name from old_rows
                             except select username, name from new_rows) _)
    );
  end if;
  if people = '{}' then return null; end if;

  people := array(select name || '@' || service_domain() from unnest(people) as name);
  with joined as materialized (
    select group_name, jid from group_member where jid = any (people)
  )
  select array_agg(distinct group_name), array_agg(distinct jid) filter (where jid is not null)
  into names, people
  from (
    select group_name, jid from joined
    union all
    select shown.name, person
    from groups_shown_to(array(select distinct group_name from joined)) as shown
    left join unnest(people) as person on shown.visibility = 'everybody'
  ) related;
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
