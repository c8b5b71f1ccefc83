import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Runs that bring users and groups in step with a directory: how far they are, and what they have read. */
export class KeepDirectoryRuns implements PhasedMigration {
  readonly name = 'KeepDirectoryRuns1796083200069';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table directory_state (
        directory text collate "C" not null,
        cursor jsonb,
        digest text collate "C",
        paused boolean not null default false,
        last_success timestamptz,
        last_full timestamptz,
        next_at timestamptz,
        failing_since timestamptz,
        failures integer not null default 0,
        message text,
        constraint directory_state_pk primary key (directory)
      )`);
    await runner.query(`
      create table directory_run (
        id bigint generated always as identity,
        directory text collate "C" not null,
        mode text collate "C" not null,
        dry_run boolean not null,
        status text collate "C" not null,
        created_by text collate "C" not null,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        counts jsonb not null,
        affected jsonb,
        confirmed jsonb,
        reading jsonb,
        position jsonb,
        message text,
        instance uuid,
        lease_until timestamptz,
        constraint directory_run_pk primary key (id)
      )`);
    await runner.query(`
      create unique index directory_run_open_key on directory_run (directory) where finished_at is null`);
    await runner.query(`create index directory_run_directory_idx on directory_run (directory, id)`);
    await runner.query(`
      create table directory_stage (
        run_id bigint not null,
        kind text collate "C" not null,
        external_id text collate "C" not null,
        name text collate "C",
        doc json,
        constraint directory_stage_pk primary key (run_id, kind, external_id),
        constraint directory_stage_directory_run_fk foreign key (run_id) references directory_run (id)
          on delete cascade
      )`);
    await runner.query(
      `create index directory_stage_name_idx on directory_stage (run_id, kind, name)`,
    );
    await runner.query(`
      create table directory_result (
        run_id bigint not null,
        line integer not null,
        object text collate "C" not null,
        outcome text collate "C" not null,
        changed text[] not null,
        exception text collate "C",
        message text,
        constraint directory_result_pk primary key (run_id, line),
        constraint directory_result_directory_run_fk foreign key (run_id) references directory_run (id)
          on delete cascade
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
