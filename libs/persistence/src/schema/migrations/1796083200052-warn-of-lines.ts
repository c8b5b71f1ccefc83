import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What is most likely a mistake in a line that was only checked, and which line was the first with its name. */
export class WarnOfLines implements PhasedMigration {
  readonly name = 'WarnOfLines1796083200052';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table job_result add warning text, add first_hash bigint`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
