import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Roles of accounts, whose names the programs know. */
export class CreateRoles implements PhasedMigration {
  readonly name = 'CreateRoles1796083200060';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_role (
        username text collate "C" not null,
        role text collate "C" not null,
        constraint account_role_pk primary key (username),
        constraint account_role_account_fk foreign key (username) references account (username)
          on update cascade on delete cascade
      )`);
    await runner.query(`create index account_role_role_idx on account_role (role, username)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
