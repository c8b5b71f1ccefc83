import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What reporters are told of their closed reports, until the chat server has sent it. Contract: extensions E20 */
export class ReplyToReporters implements PhasedMigration {
  readonly name = 'ReplyToReporters1796083200081';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table report add column if not exists reply text');
    await buildIndex(runner, 'report_reply_idx', 'on report (id) where reply is not null');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
