import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Whether a directory keeps the password of any account is looked at every two seconds. Contract: extensions E13.5 */
export class FindAskedAccounts implements PhasedMigration {
  readonly name = 'FindAskedAccounts1796083200074';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'managed_account_asked_idx',
      `on managed_account (username) where 'password' = any (fields)`,
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
