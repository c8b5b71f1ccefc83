import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What was said in rooms is found by what it says, and by who said it. */
export class SearchMessages implements MigrationInterface {
  readonly name = 'SearchMessages1796083200018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index room_message_body_trigram_idx
        on room_message using gin (lower(body) gin_trgm_ops);
      create index room_message_sender_idx
        on room_message (room_id, (split_part(sender, '/', 1)), sent_at, id)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
