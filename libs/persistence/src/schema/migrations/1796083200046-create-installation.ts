import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** What all instances share and nobody is shown: the key of entity tags, of 244 random bits. */
export class CreateInstallation implements PhasedMigration {
  readonly name = 'CreateInstallation1796083200046';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table installation (
        id smallint not null default 1,
        tag_key bytea not null default
          decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
        constraint installation_pk primary key (id),
        constraint installation_id_check check (id = 1)
      )`);
    await runner.query('insert into installation default values');
    await runner.query(`
      comment on table installation is
        'One row: the key of entity tags, which is never shown and never changes'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
