import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Which account an audit entry is by: others may have had its name before. */
export class NoteAuthors implements PhasedMigration {
  readonly name = 'NoteAuthors1796083200047';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    // no foreign key: entries outlive accounts; null: a label, or written by a program of a former release
    await runner.query(`alter table audit_entry add account_id uuid`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
