import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The oldest messages of all rooms are found, so that they can be deleted. Contract: core 1.14 */
export class FindOldMessages implements MigrationInterface {
  readonly name = 'FindOldMessages1796083200007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index room_message_sent_at_idx on room_message (sent_at, id)');
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
