import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Entries of former releases by the person whom their path names. */
export class FindSubjects implements PhasedMigration {
  readonly name = 'FindSubjects1796083200051';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // cut, because an index holds no long texts
    await buildIndex(
      runner,
      'audit_entry_subject_idx',
      `on audit_entry (
         left(lower(substring(details, '^object=/(?:users|lockouts|sessions|messages/users)/([^/;?]+)')), 600),
         occurred_at, log_id)
       where concerns is null`,
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
