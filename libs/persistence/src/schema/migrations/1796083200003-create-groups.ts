import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Groups of people. Contract: core 4 */
export class CreateGroups implements MigrationInterface {
  readonly name = 'CreateGroups1796083200003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_group (
        name text collate "C" not null,
        description text,
        shared boolean not null,
        constraint user_group_pk primary key (name)
      );

      create table group_member (
        group_name text collate "C" not null,
        jid text collate "C" not null,
        is_admin boolean not null,
        constraint group_member_pk primary key (group_name, jid),
        constraint group_member_user_group_fk foreign key (group_name)
          references user_group (name) on update cascade on delete cascade
      );
      create index group_member_jid_idx on group_member (jid)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
