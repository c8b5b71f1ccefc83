import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** The first line of a dry run with a name. */
export class FindFirstLines implements PhasedMigration {
  readonly name = 'FindFirstLines1796083200053';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'job_result_first_idx',
      `on job_result (job_id, first_hash) where first_hash is not null`,
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
