import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';
import { originsByKey } from '../database/coalesced-writes.js';
import type { Statement } from '../database/current-transaction.js';
import { CREDENTIAL_COLUMNS, credentialValues } from './credential-columns.js';
import { STORED_USER, USER_COLUMNS, USER_TYPES, userValues } from './user-columns.js';

/** An account with the audit entry that is written if and only if the account is. */
export interface Addition {
  readonly account: NewAccount;
  readonly audit: AuditEntry | null;
  /** absent: that of the transaction */
  readonly origin?: ChangeOrigin | null;
}

export interface InsertedRow {
  readonly username: Localpart;
}

const TYPES = [
  ...USER_TYPES,
  ...['bytea', 'integer', 'bytea', 'bytea'],
  ...['bytea', 'integer', 'bytea', 'bytea'],
  ...['text', 'timestamptz', 'text', 'text', 'text', 'text', 'uuid', 'jsonb'],
];
const COLUMNS = `${USER_COLUMNS}, ${CREDENTIAL_COLUMNS}, actor, occurred_at, summary, node, details, author_kind, author_id, concerns`;

/**
 * Any number of accounts in one statement: each is stored with its credentials and audit entry, or
 * skipped if the name is taken; returns the stored names. Names are sorted, so that concurrent
 * statements wait for each other rather than deadlock.
 */
const insertFrom = (given: string) => `
  with given (${COLUMNS}, place) as materialized (
    ${given}
  ), added as (
    insert into account (${USER_COLUMNS})
    select ${STORED_USER} from given order by username collate "C"
    on conflict on constraint account_pk do nothing
    returning username
  ), credential as (
    insert into account_credential (username, ${CREDENTIAL_COLUMNS})
    select username, ${CREDENTIAL_COLUMNS} from given join added using (username)
  ), audit as (
    insert into audit_entry (username, occurred_at, summary, node, details, kind, account_id, concerns)
    select actor, date_trunc('second', occurred_at), summary, node, details, author_kind, author_id,
      array(select jsonb_array_elements_text(concerns))
    from given join added using (username) where actor is not null order by place
  )
  select username, (select note_origin($${TYPES.length + 1}::jsonb)) from added`;

const parameters = (suffix: string) =>
  TYPES.map((type, index) => `$${index + 1}::${type}${suffix}`).join(', ');

/** For one account, because arrays cost the driver more than the values themselves. */
const insertOne: Statement = {
  name: 'account-insert-one',
  text: insertFrom(`values (${parameters('')}, 1)`),
};

const insertMany: Statement = {
  name: 'account-insert-many',
  text: insertFrom(`select * from unnest(${parameters('[]')}) with ordinality`),
};

/** The statement that inserts `additions`, whose names must be distinct. */
export function insertAccounts(additions: readonly Addition[]): {
  readonly statement: Statement;
  readonly values: readonly unknown[];
} {
  const rows = additions.map(rowOf);
  const [only = []] = rows;
  const origins = originsOf(additions);
  if (rows.length === 1) return { statement: insertOne, values: [...only, origins] };
  return {
    statement: insertMany,
    values: [...TYPES.map((_, column) => rows.map((row) => row[column])), origins],
  };
}

function originsOf(additions: readonly Addition[]): string | null {
  if (additions.some(({ origin }) => origin === undefined)) return null;
  return originsByKey(
    additions.map(({ account, origin }) => ({
      key: account.user.username,
      origin: origin ?? null,
    })),
  );
}

function rowOf({ account: { user, credentials }, audit }: Addition): readonly unknown[] {
  return [
    ...userValues(user),
    ...credentialValues(credentials),
    audit?.username ?? null,
    audit?.timestamp ?? null,
    audit?.summary ?? null,
    audit?.node ?? null,
    audit?.details ?? null,
    audit?.kind ?? null,
    audit?.accountId ?? null,
    audit === null ? null : JSON.stringify(audit.concerns),
  ];
}
