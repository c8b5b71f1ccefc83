import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What exactly is wrong with a line of a job, or what is allowed. */
export class ExplainJobResults implements PhasedMigration {
  readonly name = 'ExplainJobResults1796083200059';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    // null: not failed, or written by a program of a former release
    await runner.query(`alter table job_result add detail text`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
