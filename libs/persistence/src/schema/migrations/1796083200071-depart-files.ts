import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Files that nobody may be given any more, until the chat server has removed their bytes. Contract: extensions E21 */
export class DepartFiles implements PhasedMigration {
  readonly name = 'DepartFiles1796083200071';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table departed_file (
        id bigint generated always as identity,
        host text collate "C" not null,
        slot text collate "C" not null,
        constraint departed_file_pk primary key (id)
      );
      comment on table departed_file is
        'files that are no longer known, until the chat server has removed them from its disk'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
