import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** A name that another account was given before the chat server had cleared up after an earlier one. */
export class InheritNames implements MigrationInterface {
  readonly name = 'InheritNames1796083200009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table departed_account
        -- what is stored under the name belongs to the account that was renamed to it
        add inherited boolean not null default false`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
