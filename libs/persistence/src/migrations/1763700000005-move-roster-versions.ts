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

    await runner.query(`
      create function move_rosters_seeing_account() returns trigger language plpgsql as $$
      declare
        usernames text[];
        renamed text[] := '{}';
        domain text := service_domain();
      begin
        if tg_op = 'INSERT' then
          usernames := array(select username from new_rows);
        elsif tg_op = 'DELETE' then
          usernames := array(select username from old_rows);
        else
          usernames := array(
            (select username from (
              select username, name from new_rows except select username, name from old_rows) added)
            union
            (select username from (
              select username, name from old_rows except select username, name from new_rows) gone));
          if cardinality(usernames) = 0 then return null; end if;
          renamed := array(select username from new_rows except select username from old_rows);
        end if;
        perform move_rosters(renamed || array(
          select distinct local_username(other.jid, domain)
          from unnest(usernames) as username
          join group_member person on person.jid = username || '@' || domain
          join user_group on user_group.name = person.group_name and user_group.shared
          join group_member other on other.group_name = person.group_name
        ));
        return null;
      end $$`);
    await onEachChange(runner, 'account', 'move_rosters_seeing_account');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
