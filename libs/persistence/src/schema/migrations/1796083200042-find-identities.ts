import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { fillIds } from './fill-ids.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Ids of the accounts and groups that have none, and of whom an id is. */
export class FindIdentities implements PhasedMigration {
  readonly name = 'FindIdentities1796083200042';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await fillIds(runner, 'account', 'username');
    await fillIds(runner, 'user_group', 'name');
    await buildIndex(runner, 'account_id_key', 'on account (id)', 'unique');
    await buildIndex(runner, 'user_group_id_key', 'on user_group (id)', 'unique');
    // makers that programs of former releases have noted by name
    await buildIndex(
      runner,
      'job_named_maker_idx',
      `on job (maker_id) where maker_id like 'basic:%'`,
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
