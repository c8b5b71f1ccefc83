import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** By which source users and groups are kept in step. */
export class ManageObjects implements PhasedMigration {
  readonly name = 'ManageObjects1796083200068';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table managed_account (
        username text collate "C" not null,
        source text collate "C" not null,
        external_id text collate "C" not null,
        fields text[] not null,
        properties text[] not null,
        gone_since timestamptz,
        constraint managed_account_pk primary key (username),
        constraint managed_account_source_key unique (source, external_id),
        constraint managed_account_account_fk foreign key (username) references account (username)
          on update cascade on delete cascade
      )`);
    await runner.query(`
      create table managed_group (
        group_name text collate "C" not null,
        source text collate "C" not null,
        external_id text collate "C" not null,
        constraint managed_group_pk primary key (group_name),
        constraint managed_group_source_key unique (source, external_id),
        constraint managed_group_user_group_fk foreign key (group_name) references user_group (name)
          on update cascade on delete cascade
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
