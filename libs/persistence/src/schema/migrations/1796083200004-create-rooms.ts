import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Chat services, rooms, affiliations and conversations. Contract: muc-and-legacy 2, 3, 4, 8.3 */
export class CreateRooms implements MigrationInterface {
  readonly name = 'CreateRooms1796083200004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_service (
        name text collate "C" not null,
        description text,
        hidden boolean not null,
        history_max_number integer not null default 25,
        constraint chat_service_pk primary key (name)
      );
      insert into chat_service (name, description, hidden)
      values ('conference', 'Public Chatrooms', false);

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
      );
      create index room_public_idx on room (service, name) where public_room;
      create index room_name_trigram_idx on room using gin (name gin_trgm_ops);
      create index room_natural_name_trigram_idx
        on room using gin (lower(natural_name) gin_trgm_ops);`);
    await runner.query(`
      create table room_affiliation (
        room_id bigint not null,
        jid text collate "C" not null,
        affiliation text not null,
        nickname text,
        constraint room_affiliation_pk primary key (room_id, jid),
        constraint room_affiliation_room_fk foreign key (room_id)
          references room (id) on delete cascade,
        constraint room_affiliation_affiliation_check
          check (affiliation in ('owner', 'admin', 'member', 'outcast'))
      );
      create index room_affiliation_jid_idx on room_affiliation (jid);

      create table room_group_affiliation (
        room_id bigint not null,
        group_name text collate "C" not null,
        affiliation text not null,
        constraint room_group_affiliation_pk primary key (room_id, group_name),
        constraint room_group_affiliation_room_fk foreign key (room_id)
          references room (id) on delete cascade,
        constraint room_group_affiliation_user_group_fk foreign key (group_name)
          references user_group (name) on update cascade on delete cascade,
        constraint room_group_affiliation_affiliation_check
          check (affiliation in ('owner', 'admin', 'member', 'outcast'))
      );
      create index room_group_affiliation_group_name_idx on room_group_affiliation (group_name);

      -- nickname null: said by the room itself; body null: a change of the subject, for example.
      -- sent_at has milliseconds as they are shown, so that a shown time bounds exactly what was shown.
      create table room_message (
        id bigint generated always as identity,
        room_id bigint not null,
        sent_at timestamptz(3) not null default now(),
        nickname text,
        sender text collate "C",
        type text not null default 'groupchat',
        subject text,
        body text,
        stanza text,
        constraint room_message_pk primary key (id),
        constraint room_message_room_fk foreign key (room_id)
          references room (id) on delete cascade
      );
      -- The foreign key's cascade needs every row of a room, so the index is not partial.
      create index room_message_room_id_sent_at_idx on room_message (room_id, sent_at, id)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
