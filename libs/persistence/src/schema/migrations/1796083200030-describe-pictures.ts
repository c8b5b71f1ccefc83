import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What a chat server tells of the picture in a vCard, so that it need not read the vCards of all contacts. */
export class DescribePictures implements MigrationInterface {
  readonly name = 'DescribePictures1796083200030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- null: nobody has looked yet; {}: there is none
      alter table vcard add picture jsonb`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
