import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What has changed in a roster of late, so that a chat server need not read all of it again. */
export class RememberRosterChanges implements MigrationInterface {
  readonly name = 'RememberRosterChanges1796083200006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whoever knows the version changed_since, or a later one, finds all that is different now among
      -- the contacts in changed.
      alter table roster
        add changed_since bigint,
        add changed text[] not null default '{}';
      update roster set changed_since = version;
      alter table roster
        alter changed_since set not null,
        alter changed drop default`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
