import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** How much is kept of the answers to each caller. */
export class CountKeptAnswers implements PhasedMigration {
  readonly name = 'CountKeptAnswers1796083200040';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table idempotency_key
        add column if not exists caller bytea,
        add column if not exists bytes integer not null default 0`);
    await buildIndex(
      runner,
      'idempotency_key_caller_idx',
      'on idempotency_key (caller, bytes) where bytes > 0',
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
