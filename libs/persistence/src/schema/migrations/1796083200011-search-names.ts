import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * Of an expression, so that only searches use the trigram indexes: PostgreSQL before 17 also took them to look up whole names
 * in tables without statistics, at a hundred times the cost.
 */
export class SearchNames implements MigrationInterface {
  readonly name = 'SearchNames1796083200011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index account_username_trigram_idx, room_name_trigram_idx;
      create index account_username_trigram_idx on account using gin (lower(username) gin_trgm_ops);
      create index room_name_trigram_idx on room using gin (lower(name) gin_trgm_ops)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
