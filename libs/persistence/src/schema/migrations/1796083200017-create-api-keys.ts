import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Keys of programs that call the API; of their secrets the digests alone. */
export class CreateApiKeys implements MigrationInterface {
  readonly name = 'CreateApiKeys1796083200017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table api_key (
        id text collate "C" not null,
        name text collate "C" not null,
        scopes text[] collate "C" not null,
        allowed_addresses text[] collate "C" not null,
        rate_limit integer not null,
        created_at timestamptz not null,
        created_by text not null,
        expires_at timestamptz,
        digest bytea not null,
        previous_digest bytea,
        previous_until timestamptz,
        last_used timestamptz,
        last_address text,
        constraint api_key_pk primary key (id),
        constraint api_key_name_key unique (name)
      )`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
