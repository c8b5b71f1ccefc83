import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What users are sorted by and searched in. The expressions are those of the list, for which nothing is stored twice. */
export class ListUsers implements MigrationInterface {
  readonly name = 'ListUsers1796083200012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account add last_seen timestamptz;
      create index account_created_idx on account (created_at, username);
      create index account_last_seen_idx on account (last_seen, username);
      create index account_name_idx on account ((lower(coalesce(name, '')) collate "C"), username);
      create index account_text_trigram_idx on account using gin ((
        lower((username collate "default") || e'\\x01' || coalesce(name, '') || e'\\x01' || coalesce(email, ''))
      ) gin_trgm_ops)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
