import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What the groups of a line of users are to the user: more of them, or all. */
export class SetGroups implements PhasedMigration {
  readonly name = 'SetGroups1796083200049';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table job add groups text collate "C" not null default 'add'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
