import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What an account and a group are, whatever they are called: `id` stays when they are renamed, and is another one when a name is used again. */
export class IdentifyAccounts implements PhasedMigration {
  readonly name = 'IdentifyAccounts1796083200041';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['account', 'user_group']) {
      // null first: a default that is computed for each row would rewrite the table
      await runner.query(`alter table ${table} add id uuid`);
      await runner.query(`alter table ${table} alter id set default gen_random_uuid()`);
    }
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
