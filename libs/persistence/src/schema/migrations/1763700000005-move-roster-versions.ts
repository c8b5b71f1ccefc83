import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import { onEachChange } from './triggers.js';

/** Triggers that move `roster.version` whenever an owner sees another roster than before. */
export class MoveRosterVersions implements MigrationInterface {
  readonly name = 'MoveRosterVersions1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    // Owners without account are passed over; rows are locked in order, so that movers do not deadlock.
    await runner.query(`
      create function move_rosters(owners text[]) returns void language plpgsql as $$
      begin
        if cardinality(owners) = 0 then return; end if;
        with kept as materialized (
          select username from account where username = any (owners) order by username for key share
        )
        insert into roster (owner, version)
        select username, nextval('roster_version_seq') from kept order by username
        on conflict on constraint roster_pk do update set version = nextval('roster_version_seq');
      end $$`);

    await runner.query(`
      create function move_roster_of_item() returns trigger language plpgsql as $$
      begin
        -- Deeper means: through the foreign key, where the triggers on account see to it.
        if pg_trigger_depth() > 1 then return null; end if;
        if tg_op = 'INSERT' then
          perform move_rosters(array(select distinct owner from new_rows));
        elsif tg_op = 'DELETE' then
          perform move_rosters(array(select distinct owner from old_rows));
        else
          perform move_rosters(array(select owner from new_rows union select owner from old_rows));
        end if;
        return null;
      end $$`);
    await onEachChange(runner, 'roster_item', 'move_roster_of_item');

    await runner.query(`
      create function move_rosters_of_group_members() returns trigger language plpgsql as $$
      declare
        groups text[];
        people text[];
        domain text := service_domain();
      begin
        if tg_op = 'INSERT' then
          select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
          from new_rows join user_group on name = group_name and shared;
        elsif tg_op = 'DELETE' then
          select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
          from old_rows join user_group on name = group_name and shared;
        else
          select array_agg(distinct group_name), array_agg(distinct jid) into groups, people
          from (
            (select group_name, jid from new_rows except select group_name, jid from old_rows)
            union all
            (select group_name, jid from old_rows except select group_name, jid from new_rows)
          ) changed
          join user_group on name = group_name and shared;
        end if;
        if groups is null then return null; end if;
        perform move_rosters(array(
          select local_username(jid, domain) from group_member where group_name = any (groups)
          union
          select local_username(jid, domain) from unnest(people) as jid
        ));
        return null;
      end $$`);
    await onEachChange(runner, 'group_member', 'move_rosters_of_group_members');

    await runner.query(`
      create function move_rosters_of_group() returns trigger language plpgsql as $$
      begin
        perform move_rosters(array(
          select local_username(jid, service_domain()) from group_member
          where group_name = case tg_op when 'DELETE' then old.name else new.name end
        ));
        return case tg_op when 'DELETE' then old else new end;
      end $$`);
    // Before: afterwards the members are gone.
    await runner.query(`
      create trigger user_group_move_rosters_on_delete before delete on user_group
      for each row when (old.shared) execute function move_rosters_of_group()`);
    await runner.query(`
      create trigger user_group_move_rosters_on_update after update on user_group
      for each row when (
        old.shared is distinct from new.shared or (new.shared and old.name <> new.name)
      ) execute function move_rosters_of_group()`);

    // Runs with every new account, so the common case, nobody shares a group with it, is one look-up.
    await runner.query(`
      create function move_rosters_seeing_account() returns trigger language plpgsql as $$
      declare
        domain text := service_domain();
        groups text[];
        owners text[] := '{}';
      begin
        if tg_op = 'INSERT' then
          select array_agg(distinct group_name) into groups
          from new_rows join group_member on jid = username || '@' || domain;
        elsif tg_op = 'DELETE' then
          select array_agg(distinct group_name) into groups
          from old_rows join group_member on jid = username || '@' || domain;
        else
          select array_agg(distinct group_name) into groups
          from (
            (select username, name from new_rows except select username, name from old_rows)
            union all
            (select username, name from old_rows except select username, name from new_rows)
          ) changed
          join group_member on jid = username || '@' || domain;
          owners := array(select username from new_rows except select username from old_rows);
        end if;
        if groups is not null then
          owners := owners || array(
            select distinct local_username(jid, domain)
            from group_member join user_group on name = group_name and shared
            where group_name = any (groups));
        end if;
        perform move_rosters(owners);
        return null;
      end $$`);
    await onEachChange(runner, 'account', 'move_rosters_seeing_account');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
