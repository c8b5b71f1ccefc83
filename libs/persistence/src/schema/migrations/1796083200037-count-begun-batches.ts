import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** How often a batch of a job was begun: one that ends every instance is given up. */
export class CountBegunBatches implements PhasedMigration {
  readonly name = 'CountBegunBatches1796083200037';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job_batch add begun integer not null default 0');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
