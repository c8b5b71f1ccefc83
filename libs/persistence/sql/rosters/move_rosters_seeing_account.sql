-- Runs for every new account, so the common case (nobody shares a group with it) is one look-up.
create or replace function move_rosters_seeing_account() returns trigger
language plpgsql as $$
declare
  domain text := service_domain();
  groups text[];
  people text[];
  owners text[] := '{}';
  whole text[] := '{}';
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct group_name), array_agg(distinct username) into groups, people
    from new_rows join group_member on jid = username || '@' || domain;
    whole := coalesce(people, '{}');
  elsif tg_op = 'DELETE' then
    select array_agg(distinct group_name), array_agg(distinct username) into groups, people
    from old_rows join group_member on jid = username || '@' || domain;
  else
    select array_agg(distinct group_name), array_agg(distinct username) into groups, people
    from (
      (select username, name from new_rows except select username, name from old_rows)
      union all
      (select username, name from old_rows except select username, name from new_rows)
    ) changed
    join group_member on jid = username || '@' || domain;
    whole := array(select username from new_rows except select username from old_rows);
  end if;
  if groups is not null then
    owners := array(
      select distinct local_username(jid, domain)
      from group_member join user_group on name = group_name and shared
      where group_name = any (groups)
    );
  end if;
  if owners <> '{}' or tg_op = 'UPDATE' then
    perform move_rosters(
      owners, array(select name || '@' || domain from unnest(people) as name), whole);
  end if;
  return null;
end
$$;

comment on function move_rosters_seeing_account is
  'Moves the rosters that show an account through shared groups, and that of a renamed account';

create trigger account_move_rosters_seeing_account_on_insert
after insert on account
referencing new table as new_rows
for each statement execute function move_rosters_seeing_account();

create trigger account_move_rosters_seeing_account_on_update
after update on account
referencing old table as old_rows new table as new_rows
for each statement execute function move_rosters_seeing_account();

create trigger account_move_rosters_seeing_account_on_delete
after delete on account
referencing old table as old_rows
for each statement execute function move_rosters_seeing_account();
