import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Sessions that an issuer can end, and what counts one time. */
export class KeepIssuerSessions implements PhasedMigration {
  readonly name = 'KeepIssuerSessions1796083200063';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table console_session
      add column if not exists issuer_session text collate "C",
      add column if not exists sealed bytea`);
    await buildIndex(
      runner,
      'console_session_issuer_idx',
      'on console_session (issuer_session) where issuer_session is not null',
    );
    await runner.query(`
      create table if not exists used_once (
        kind text collate "C" not null,
        digest bytea not null,
        until timestamptz not null,
        constraint used_once_pk primary key (kind, digest)
      )`);
    await runner.query(`create index if not exists used_once_until_idx on used_once (until)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
