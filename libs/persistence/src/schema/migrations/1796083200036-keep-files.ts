import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Files that jobs have made, in pieces, until their makers have fetched them. */
export class KeepFiles implements PhasedMigration {
  readonly name = 'KeepFiles1796083200036';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job_file (
        job_id bigint not null,
        bytes bigint not null,
        expires_at timestamptz not null,
        constraint job_file_pk primary key (job_id)
      )`);
    await runner.query(`create index job_file_expires_idx on job_file (expires_at)`);
    await runner.query(`
      create table job_file_piece (
        job_id bigint not null,
        number integer not null,
        piece bytea not null,
        constraint job_file_piece_pk primary key (job_id, number)
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
