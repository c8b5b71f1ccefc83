import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** How far a request in pieces has got, for when it is sent again. */
export class KeepPositions implements PhasedMigration {
  readonly name = 'KeepPositions1796083200050';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table idempotency_key add reached text`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
