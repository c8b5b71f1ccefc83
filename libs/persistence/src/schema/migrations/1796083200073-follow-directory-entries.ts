import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Of instances whose files differ one is followed. Contract: extensions E13.3 */
export class FollowDirectoryEntries implements PhasedMigration {
  readonly name = 'FollowDirectoryEntries1796083200073';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table directory_state
        add column entry text collate "C",
        add column entry_at timestamptz,
        add column entry_seen timestamptz`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
