import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What must not be lost, and copies of it that outlast their messages. Contract: extensions E18.2 */
export class CreateHolds implements PhasedMigration {
  readonly name = 'CreateHolds1796083200079';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- begins_at, ends_at: of the messages that it covers; releasing_*: who has asked for its release, and whose key that was
      create table hold (
        id bigint generated always as identity,
        name text not null,
        reason text not null,
        begins_at timestamptz(3),
        ends_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        created_by text not null,
        releasing_by text,
        releasing_id text,
        releasing_maker text,
        released_at timestamptz(3),
        released_by text,
        swept boolean not null default false,
        constraint hold_pk primary key (id)
      );
      create index hold_active_idx on hold (id) where released_at is null;

      create table hold_name (
        hold_id bigint not null,
        kind text collate "C" not null,
        name text collate "C" not null,
        constraint hold_name_pk primary key (hold_id, kind, name),
        constraint hold_name_hold_fk foreign key (hold_id) references hold (id) on delete cascade
      );
      create index hold_name_name_idx on hold_name (name);

      -- message_id: of the row that is gone or was changed; gone: there is no such row any more
      create table held_message (
        id bigint generated always as identity,
        kind text collate "C" not null,
        message_id bigint not null,
        gone boolean not null,
        sent_at timestamptz(3) not null,
        owner text collate "C" not null,
        other text collate "C",
        received boolean,
        nickname text,
        sender text collate "C",
        subject text,
        body text,
        stanza text,
        removed_at timestamptz(3) not null default now(),
        removed_by text not null,
        how text not null,
        constraint held_message_pk primary key (id)
      );
      create unique index held_message_living_key on held_message (kind, message_id) where not gone;
      create index held_message_owner_idx on held_message (owner, sent_at, id);
      create index held_message_other_idx on held_message (other, sent_at, id)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
