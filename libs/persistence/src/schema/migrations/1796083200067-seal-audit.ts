import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Seals of the audit log, and the place from which its chain begins. */
export class SealAudit implements PhasedMigration {
  readonly name = 'SealAudit1796083200067';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_seal (
        number bigint not null,
        first_id bigint not null,
        last_id bigint not null,
        entries integer not null,
        sealed_at timestamptz not null,
        digest text collate "C" not null,
        hash text collate "C" not null,
        anchored_at timestamptz,
        signature text,
        constraint audit_seal_pk primary key (number)
      )`);
    await runner.query(
      `create index audit_seal_anchored_idx on audit_seal (number) where anchored_at is not null`,
    );
    await runner.query(`
      create table audit_base (
        single boolean not null default true,
        number bigint not null default 0,
        last_id bigint not null default 0,
        hash text collate "C" not null default '${'0'.repeat(64)}',
        constraint audit_base_pk primary key (single),
        constraint audit_base_single_check check (single)
      )`);
    await runner.query('insert into audit_base default values');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
