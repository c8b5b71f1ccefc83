import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Who last changed a system property, and when. */
export class NotePropertyChanges implements PhasedMigration {
  readonly name = 'NotePropertyChanges1796083200026';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- null: never changed by a program that says who it is for
      alter table system_property
        add changed_at timestamptz,
        add changed_by text`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
