import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/**
 * Requests that clients may send again, with their answers. Of keys and requests the digests alone,
 * because requests hold passwords.
 */
export class CreateIdempotencyKeys implements MigrationInterface {
  readonly name = 'CreateIdempotencyKeys1796083200014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_key (
        digest bytea not null,
        fingerprint bytea not null,
        token uuid not null,
        noted_at timestamptz not null,
        status smallint,
        headers jsonb,
        body bytea,
        truncated boolean not null,
        constraint idempotency_key_pk primary key (digest)
      )`);
    await runner.query(
      `create index idempotency_key_noted_idx on idempotency_key (noted_at, digest)`,
    );
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
