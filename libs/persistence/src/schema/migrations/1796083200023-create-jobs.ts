import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Bulk jobs: their lines until they are done, what became of them, and passwords that wait for their maker. */
export class CreateJobs implements PhasedMigration {
  readonly name = 'CreateJobs1796083200023';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job (
        id bigint generated always as identity,
        type text collate "C" not null,
        status text collate "C" not null,
        dry_run boolean not null,
        on_existing text collate "C" not null,
        generate_passwords boolean not null,
        service text collate "C" not null,
        maker_id text collate "C" not null,
        maker_name text not null,
        maker_kind text collate "C" not null,
        maker_scopes text[] collate "C" not null,
        at_console boolean not null,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        lines integer not null default 0,
        processed integer not null default 0,
        succeeded integer not null default 0,
        unchanged integer not null default 0,
        failed integer not null default 0,
        passwords integer not null default 0,
        passwords_fetched_at timestamptz,
        message text,
        cancelled boolean not null default false,
        instance uuid,
        lease_until timestamptz,
        constraint job_pk primary key (id)
      )`);
    await runner.query(`create index job_status_idx on job (status, id)`);
    await runner.query(`
      create index job_open_idx on job (id) where status in ('uploading', 'queued', 'running')`);
    await runner.query(`create index job_finished_idx on job (finished_at, id)`);
    await runner.query(`create index job_passwords_idx on job (id) where passwords > 0`);
    await runner.query(`
      create table job_batch (
        job_id bigint not null,
        number integer not null,
        lines_before integer not null,
        lines text not null,
        constraint job_batch_pk primary key (job_id, number)
      )`);
    await runner.query(`
      create table job_result (
        job_id bigint not null,
        line integer not null,
        object text,
        outcome text collate "C" not null,
        exception text,
        message text,
        constraint job_result_pk primary key (job_id, line)
      )`);
    await runner.query(`create index job_result_outcome_idx on job_result (job_id, outcome, line)`);
    await runner.query(`
      create table job_password (
        job_id bigint not null,
        number integer not null,
        passwords jsonb not null,
        constraint job_password_pk primary key (job_id, number)
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
