import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** The last tokens of subjects of an issuer for whom jobs and webhooks go on. */
export class NoteIssuerSubjects implements PhasedMigration {
  readonly name = 'NoteIssuerSubjects1796083200044';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table issuer_subject (
        principal_id text collate "C" not null,
        scopes text[] collate "C" not null,
        made_at timestamptz not null,
        seen_at timestamptz not null,
        constraint issuer_subject_pk primary key (principal_id)
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
