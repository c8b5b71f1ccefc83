import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What an account is, whatever it is called: `id` stays when it is renamed, and is another one when a name is used again; `named_at` says since when it has the name. */
export class IdentifyAccounts implements PhasedMigration {
  readonly name = 'IdentifyAccounts1796083200041';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    // null first: a default that is computed for each row would rewrite the table
    await runner.query(`alter table account add id uuid`);
    await runner.query(`alter table account alter id set default gen_random_uuid()`);
    // null: since it was made, or renamed by a program of a former release
    await runner.query(`alter table account add named_at timestamptz`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
