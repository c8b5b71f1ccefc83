import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Accounts that were moved here with the keys of one hash alone. */
export class AllowOneHash implements PhasedMigration {
  readonly name = 'AllowOneHash1796083200032';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- each hash complete or absent, one at least present
      alter table account_credential
        alter sha1_salt drop not null,
        alter sha1_iterations drop not null,
        alter sha1_stored_key drop not null,
        alter sha1_server_key drop not null,
        alter sha256_salt drop not null,
        alter sha256_iterations drop not null,
        alter sha256_stored_key drop not null,
        alter sha256_server_key drop not null,
        add constraint account_credential_sha1_check check (
          num_nulls(sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key) in (0, 4)) not valid,
        add constraint account_credential_sha256_check check (
          num_nulls(sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key) in (0, 4)) not valid,
        add constraint account_credential_hashes_check check (
          num_nonnulls(sha1_stored_key, sha256_stored_key) > 0) not valid`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
