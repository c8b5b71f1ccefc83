import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Lockouts say why, by whom, and from when to when. Contract: extensions E6.1 */
export class TimeLockouts implements MigrationInterface {
  readonly name = 'TimeLockouts1796083200019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table lockout
        add reason text,
        add author text collate "C",
        add starts_at timestamptz not null default now(),
        add ends_at timestamptz,
        add began boolean not null default true,
        add constraint lockout_reason_check check (char_length(reason) <= 255),
        add constraint lockout_ends_at_check check (ends_at > starts_at);
      update lockout set starts_at = locked_at;
      create index lockout_created_idx on lockout (locked_at, username);
      create index lockout_until_idx on lockout (coalesce(ends_at, to_timestamp(0)), username);
      create index lockout_author_idx on lockout (author, username);
      create index lockout_ends_at_idx on lockout (ends_at) where ends_at is not null;
      create index lockout_awaited_idx on lockout (starts_at) where not began`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
