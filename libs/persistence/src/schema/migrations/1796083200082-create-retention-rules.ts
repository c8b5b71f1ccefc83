import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** How long messages of a user, a group's people or a room are kept. Contract: extensions E18.1 */
export class CreateRetentionRules implements PhasedMigration {
  readonly name = 'CreateRetentionRules1796083200082';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- days: from acts_at on, null of a deleted rule; former_days: until then, null: no rule
      create table retention_rule (
        id bigint generated always as identity,
        kind text collate "C" not null,
        username text collate "C",
        group_name text collate "C",
        room_id bigint,
        days integer,
        former_days integer,
        acts_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now(),
        created_by text not null,
        constraint retention_rule_pk primary key (id),
        constraint retention_rule_username_key unique (username, kind),
        constraint retention_rule_group_name_key unique (group_name, kind),
        constraint retention_rule_room_id_key unique (room_id, kind),
        constraint retention_rule_subject_check
          check (num_nonnulls(username, group_name, room_id) = 1 and (kind = 'room') = (room_id is not null)),
        constraint retention_rule_account_fk foreign key (username) references account (username)
          on update cascade on delete cascade,
        constraint retention_rule_user_group_fk foreign key (group_name) references user_group (name)
          on update cascade on delete cascade,
        constraint retention_rule_room_fk foreign key (room_id) references room (id)
          on delete cascade
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
