import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Groups that are shown to others than their members. */
export class FindShownGroups implements PhasedMigration {
  readonly name = 'FindShownGroups1796083200035';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'user_group_everybody_idx',
      `on user_group (name) where visibility = 'everybody'`,
    );
    await buildIndex(
      runner,
      'user_group_visible_to_idx',
      `on user_group using gin (visible_to) where visibility = 'groups'`,
    );
    await buildIndex(
      runner,
      'user_group_display_name_idx',
      'on user_group (display_name) where display_name is not null',
    );
    await runner.query(`
      alter table user_group
        validate constraint user_group_visibility_check,
        validate constraint user_group_visible_to_check`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
