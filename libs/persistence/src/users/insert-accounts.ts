import type { AuditEntry } from '@chat/domain/audit/audit-trail';
import type { Localpart } from '@chat/domain/shared/jid';
import type { NewAccount } from '@chat/domain/users/user-repository';
import type { Statement } from '../current-transaction.js';
import { CREDENTIAL_COLUMNS, credentialValues } from './credential-columns.js';

/** An account with the audit entry that is written if, and only if, the account is. */
export interface Addition {
  readonly account: NewAccount;
  readonly audit: AuditEntry | null;
}

/**
 * Any number of accounts in one statement: each is stored with its credentials and its audit entry,
 * or is left out because the name is taken. Names are sorted, so that two such statements wait for
 * each other instead of deadlocking.
 */
export const insertAccounts: Statement = {
  name: 'account-insert',
  text: `
    with given as materialized (
      select * from unnest(
        $1::text[], $2::text[], $3::text[], $4::jsonb[],
        $5::bytea[], $6::integer[], $7::bytea[], $8::bytea[],
        $9::bytea[], $10::integer[], $11::bytea[], $12::bytea[],
        $13::text[], $14::timestamptz[], $15::text[], $16::text[], $17::text[]
      ) with ordinality as given (
        username, name, email, properties, ${CREDENTIAL_COLUMNS},
        actor, occurred_at, summary, node, details, place
      )
    ), added as (
      insert into account (username, name, email, properties)
      select username, name, email, properties from given order by username collate "C"
      on conflict on constraint account_pk do nothing
      returning username
    ), credential as (
      insert into account_credential (username, ${CREDENTIAL_COLUMNS})
      select username, ${CREDENTIAL_COLUMNS} from given join added using (username)
    ), audit as (
      insert into audit_entry (username, occurred_at, summary, node, details)
      select actor, date_trunc('second', occurred_at), summary, node, details
      from given join added using (username) where actor is not null order by place
    )
    select username from added`,
};

export interface InsertedRow {
  readonly username: Localpart;
}

export function insertAccountsValues(additions: readonly Addition[]): readonly unknown[] {
  const rows = additions.map(({ account: { user, credentials }, audit }) => [
    user.username,
    user.name,
    user.email,
    JSON.stringify(user.properties),
    ...credentialValues(credentials),
    audit?.username ?? null,
    audit?.timestamp ?? null,
    audit?.summary ?? null,
    audit?.node ?? null,
    audit?.details ?? null,
  ]);
  const [first = []] = rows;
  return first.map((_, column) => rows.map((row) => row[column]));
}
