import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Since when a temporary room has nobody, because its chat server has ended. Contract: engine-sql 1 */
export class LetRoomsOutliveServers implements PhasedMigration {
  readonly name = 'LetRoomsOutliveServers1796083200075';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table room add column empty_since timestamptz');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
