import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Who sees the people of a shared group, and under which label. */
export class ShowGroups implements PhasedMigration {
  readonly name = 'ShowGroups1796083200034';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- visibility: null as long as \`shared\` says it all: nobody, or the members. Older programs write that alone;
      -- a trigger keeps both in step. visible_to: names of groups, with visibility groups
      alter table user_group
        add visibility text,
        add visible_to text[] not null default '{}',
        add display_name text,
        add constraint user_group_visibility_check check (
          visibility in ('nobody', 'members', 'groups', 'everybody')
          and (visibility <> 'nobody') = shared) not valid,
        add constraint user_group_visible_to_check check (
          visible_to = '{}' or coalesce(visibility, '') = 'groups') not valid`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
