import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What a group is, as with accounts. */
export class IdentifyGroups implements PhasedMigration {
  readonly name = 'IdentifyGroups1796083200039';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table user_group add id uuid`);
    await runner.query(`alter table user_group alter id set default gen_random_uuid()`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
