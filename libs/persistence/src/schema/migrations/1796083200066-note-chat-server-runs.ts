import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** By which two chat servers of one name differ, and how long the one that serves may be silent. */
export class NoteChatServerRuns implements PhasedMigration {
  readonly name = 'NoteChatServerRuns1796083200066';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table engine_node
      add column run text collate "C",
      add column lease real`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
