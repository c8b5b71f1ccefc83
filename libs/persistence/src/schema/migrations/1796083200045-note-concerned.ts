import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Whom an audit entry concerns, and what these were called before. */
export class NoteConcerned implements PhasedMigration {
  readonly name = 'NoteConcerned1796083200045';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    // null: written by a program of a former release, or moved in
    await runner.query(`alter table audit_entry add concerns text[] collate "C"`);
    await runner.query(`
      create table audit_concern (
        username text collate "C" not null,
        occurred_at timestamptz not null,
        log_id bigint not null,
        constraint audit_concern_pk primary key (username, occurred_at, log_id),
        constraint audit_concern_entry_fk foreign key (log_id)
          references audit_entry (log_id) on delete cascade
      )`);
    await runner.query(`create index audit_concern_entry_idx on audit_concern (log_id)`);
    // no foreign key to the account: entries outlive it
    await runner.query(`
      create table account_rename (
        id bigint generated always as identity,
        account_id uuid not null,
        former text collate "C" not null,
        name text collate "C" not null,
        log_id bigint not null,
        since timestamptz not null,
        renamed_at timestamptz not null default now(),
        constraint account_rename_pk primary key (id)
      )`);
    await runner.query(`create index account_rename_name_idx on account_rename (name, id)`);
    await runner.query(
      `create index account_rename_account_idx on account_rename (account_id, id)`,
    );
    await runner.query(`create index account_rename_renamed_at_idx on account_rename (renamed_at)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
