import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import { onEachChange } from './triggers.js';

const AFFILIATIONS = `('owner', 'admin', 'member', 'outcast')`;

/** Chat services, rooms and their affiliations. Contract: muc-and-legacy 2, 3 */
export class CreateRooms implements MigrationInterface {
  readonly name = 'CreateRooms1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_service (
        name text collate "C" not null,
        description text,
        hidden boolean not null,
        history_max_number integer not null default 25,
        constraint chat_service_pk primary key (name)
      )`);
    await runner.query(`
      insert into chat_service (name, description, hidden)
      values ('conference', 'Public Chatrooms', false)`);

    await runner.query(`
      create table room (
        id bigint generated always as identity,
        service text collate "C" not null,
        name text collate "C" not null,
        natural_name text,
        description text,
        password text,
        subject text,
        creation_date timestamptz not null default now(),
        modification_date timestamptz not null default now(),
        max_users integer not null default 0,
        persistent boolean not null default false,
        public_room boolean not null default false,
        registration_enabled boolean not null default true,
        can_anyone_discover_jid boolean not null default false,
        can_occupants_change_subject boolean not null default false,
        can_occupants_invite boolean not null default false,
        can_change_nickname boolean not null default true,
        log_enabled boolean not null default false,
        login_restricted_to_nickname boolean not null default false,
        members_only boolean not null default false,
        moderated boolean not null default false,
        broadcast_presence_roles text[] not null default '{}',
        allow_pm text not null default 'anyone',
        version bigint not null default 1,
        constraint room_pk primary key (id),
        constraint room_service_name_key unique (service, name),
        constraint room_chat_service_fk foreign key (service)
          references chat_service (name) on update cascade on delete cascade,
        constraint room_broadcast_presence_roles_check
          check (broadcast_presence_roles <@ array['moderator', 'participant', 'visitor']),
        constraint room_allow_pm_check
          check (allow_pm in ('anyone', 'participants', 'moderators', 'none'))
      )`);
    await runner.query(`
      create table room_affiliation (
        room_id bigint not null,
        jid text collate "C" not null,
        affiliation text not null,
        nickname text,
        constraint room_affiliation_pk primary key (room_id, jid),
        constraint room_affiliation_room_fk foreign key (room_id)
          references room (id) on delete cascade,
        constraint room_affiliation_affiliation_check check (affiliation in ${AFFILIATIONS})
      )`);
    await runner.query(`create index room_affiliation_jid_idx on room_affiliation (jid)`);
    await runner.query(`
      create table room_group_affiliation (
        room_id bigint not null,
        group_name text collate "C" not null,
        affiliation text not null,
        constraint room_group_affiliation_pk primary key (room_id, group_name),
        constraint room_group_affiliation_room_fk foreign key (room_id)
          references room (id) on delete cascade,
        constraint room_group_affiliation_user_group_fk foreign key (group_name)
          references user_group (name) on update cascade on delete cascade,
        constraint room_group_affiliation_affiliation_check check (affiliation in ${AFFILIATIONS})
      )`);
    await runner.query(`
      create index room_group_affiliation_group_name_idx on room_group_affiliation (group_name)`);
    await this.moveVersions(runner);
  }

  /** Every update of a room moves its version; changes of its affiliations update the room. */
  private async moveVersions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function move_room() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end $$`);
    await runner.query(`
      create trigger room_move_room_on_update before update on room
      for each row execute function move_room()`);

    await runner.query(`
      create function touch_rooms(ids bigint[]) returns void language plpgsql as $$
      begin
        update room set version = version
        where id in (select id from room where id = any (ids) order by id for no key update);
      end $$`);
    await runner.query(`
      create function touch_rooms_of_affiliation() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          perform touch_rooms(array(select distinct room_id from new_rows));
        elsif tg_op = 'DELETE' then
          perform touch_rooms(array(select distinct room_id from old_rows));
        else
          perform touch_rooms(array(select room_id from new_rows union select room_id from old_rows));
        end if;
        return null;
      end $$`);
    await onEachChange(runner, 'room_affiliation', 'touch_rooms_of_affiliation');
    await onEachChange(runner, 'room_group_affiliation', 'touch_rooms_of_affiliation');

    await runner.query(`
      create function touch_rooms_of_group_members() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          perform touch_rooms(array(
            select distinct room_id from new_rows join room_group_affiliation using (group_name)));
        elsif tg_op = 'DELETE' then
          perform touch_rooms(array(
            select distinct room_id from old_rows join room_group_affiliation using (group_name)));
        else
          perform touch_rooms(array(
            select room_id from room_group_affiliation
            where group_name in (select group_name from new_rows union select group_name from old_rows)));
        end if;
        return null;
      end $$`);
    await onEachChange(runner, 'group_member', 'touch_rooms_of_group_members');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
