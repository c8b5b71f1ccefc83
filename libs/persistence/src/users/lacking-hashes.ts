import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { RowStreams } from '../database/row-streams.js';

/** Accounts that came here with the keys of one hash, and have not shown their password yet. */
export class LackingHashes {
  constructor(private readonly streams: RowStreams) {}

  /** Names of accounts without keys of SCRAM-SHA-256, in order, in batches that are fetched while they are consumed. */
  async *sha1Only(): AsyncGenerator<readonly Localpart[]> {
    type Row = { readonly username: Localpart };
    const text = `
      select username from account_credential where sha256_stored_key is null order by username`;
    for await (const rows of this.streams.read<Row>(text, [])) {
      yield rows.map(({ username }) => username);
    }
  }
}
