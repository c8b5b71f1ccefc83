import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Sessions of people who have signed in with a browser; of their cookies the digests alone. */
export class CreateConsoleSessions implements MigrationInterface {
  readonly name = 'CreateConsoleSessions1796083200016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table console_session (
        digest bytea not null,
        principal_id text collate "C" not null,
        principal_name text not null,
        kind text collate "C" not null,
        subject text collate "C",
        proof bytea,
        scopes text[] collate "C",
        expires_at timestamptz,
        created_at timestamptz not null,
        last_used timestamptz not null,
        constraint console_session_pk primary key (digest)
      )`);
    await runner.query(`
      create index console_session_principal_idx
      on console_session (principal_id, created_at, digest)`);
    await runner.query(`
      create index console_session_used_idx on console_session (last_used, digest)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
