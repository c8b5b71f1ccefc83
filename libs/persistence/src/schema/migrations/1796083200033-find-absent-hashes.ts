import type { QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** The chat server asks every two seconds whether an account lacks the keys of a hash. */
export class FindAbsentHashes implements PhasedMigration {
  readonly name = 'FindAbsentHashes1796083200033';
  readonly phase = 'expand';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const hash of ['sha1', 'sha256']) {
      await buildIndex(
        runner,
        `account_credential_without_${hash}_idx`,
        `on account_credential (username) where ${hash}_stored_key is null`,
      );
    }
    await runner.query(`
      alter table account_credential
        validate constraint account_credential_sha1_check,
        validate constraint account_credential_sha256_check,
        validate constraint account_credential_hashes_check`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
