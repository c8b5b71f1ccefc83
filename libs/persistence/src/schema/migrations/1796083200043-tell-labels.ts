import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Whether an audit entry names an account, or has a label of the service that an account may be called, too. */
export class TellLabels implements PhasedMigration {
  readonly name = 'TellLabels1796083200043';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    // account or label; null: written by a program of a former release
    await runner.query(`alter table audit_entry add kind text`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
