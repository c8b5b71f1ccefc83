import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Whether a room keeps an owner is found without reading all who are affiliated. */
export class FindOwners implements MigrationInterface {
  readonly name = 'FindOwners1796083200008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index room_affiliation_owner_idx on room_affiliation (room_id)
        where affiliation = 'owner'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
