import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** How many sessions there were, minute by minute. */
export class CreateSessionSamples implements PhasedMigration {
  readonly name = 'CreateSessionSamples1796083200025';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session_sample (
        taken_at timestamptz not null,
        -- null: not counted yet, or the chat server could not be reached
        sessions integer,
        users integer,
        constraint session_sample_pk primary key (taken_at)
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
