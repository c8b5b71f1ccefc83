import { OwnedRows } from '../database/owned-rows.js';
import type { Snapshot } from '../database/snapshot.js';

export interface KeysRow {
  readonly owner: string;
  readonly mechanism: string;
  readonly salt: string;
  readonly iterations: number;
  readonly storedKey: string;
  readonly serverKey: string;
}

export interface ContactRow {
  readonly owner: string;
  readonly jid: string;
  readonly nickname: string | null;
  /** 0 none, 1 to, 2 from, 3 both */
  readonly subscription: number;
  readonly groups: readonly string[];
  readonly ask: boolean;
  readonly approved: boolean;
}

export interface RequestRow {
  readonly owner: string;
  readonly jid: string;
  readonly stanza: string;
}

export interface VcardRow {
  readonly owner: string;
  readonly xml: string;
}

/** A value of the chat server's storage; `value` is text of the form that `type` says. */
export interface StoredRow {
  readonly owner: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
}

/** An entry of an archive of the chat server's storage. */
export interface EntryRow {
  readonly owner: string;
  readonly store: string;
  readonly key: string;
  /** Unix seconds */
  readonly when: number;
  readonly with: string;
  readonly value: string;
}

export interface ArchivedRow {
  readonly owner: string;
  readonly id: string;
  readonly sentAt: Date;
  readonly stanza: string;
}

/** Where rows come from. */
export interface UserSource extends Pick<Snapshot, 'domain' | 'rows' | 'stored'> {
  /** what is read as the chat server's tables of values and of archives */
  readonly stores: { readonly values: string; readonly entries: string };
}

/** All that belongs to accounts, to be taken in the order of their names. */
export interface UserRows {
  readonly keys: OwnedRows<KeysRow>;
  readonly contacts: OwnedRows<ContactRow>;
  readonly requests: OwnedRows<RequestRow>;
  readonly vcards: OwnedRows<VcardRow>;
  readonly private: OwnedRows<StoredRow>;
  readonly offline: OwnedRows<EntryRow>;
  readonly blocks: OwnedRows<StoredRow>;
  readonly nodes: OwnedRows<StoredRow>;
  readonly items: OwnedRows<EntryRow>;
  readonly archived: OwnedRows<ArchivedRow>;
}

export interface UserChoice {
  /** null: all */
  readonly usernames: readonly string[] | null;
  /** contacts of shared groups, too, as their owner sees them */
  readonly withShared: boolean;
}

const CHOSEN = (column: string) => `($1::text[] is null or ${column} = any ($1))`;

/** In one line, whatever its length. */
const base64 = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`;

const KEYS = `
  select username as owner, 'SCRAM-' || v.hash as mechanism, ${base64('v.salt')} as salt,
    v.iterations, ${base64('v.stored')} as "storedKey", ${base64('v.server')} as "serverKey"
  from account_credential, lateral (values
    ('SHA-1', sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key),
    ('SHA-256', sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key)
  ) as v (hash, salt, iterations, stored, server)
  where v.stored is not null and ${CHOSEN('username')}
  order by username collate "C", v.hash`;

const CONTACTS = `
  select owner, jid, nickname, subscription, groups, ask, approved
  from roster_item where ${CHOSEN('owner')}
  order by owner collate "C", jid collate "C"`;

const SEEN_CONTACTS = `
  select account.username as owner, entry.jid, entry.nickname, entry.subscription,
    array(
      select name from unnest(entry.groups || entry.shared_groups) as name
      group by name order by name collate "C") as groups,
    coalesce(item.ask, false) as ask, coalesce(item.approved, false) as approved
  from account
  cross join lateral roster_entry(account.username) as entry
  left join roster_item item on item.owner = account.username and item.jid = entry.jid
  where ${CHOSEN('account.username')}
  order by account.username collate "C", entry.jid collate "C"`;

const REQUESTS = `
  select owner, jid, stanza from roster_request where ${CHOSEN('owner')}
  order by owner collate "C", jid collate "C"`;

const VCARDS = `
  select username as owner, xml from vcard where ${CHOSEN('username')}
  order by username collate "C"`;

const ARCHIVED = `
  select username as owner, line.id::text as id, line.sent_at as "sentAt", line.stanza
  from message_archive archive join archived_message line on line.archive_id = archive.id
  where ${CHOSEN('username')}
  order by username collate "C", line.sent_at, line.id`;

const STORED = (values: string, store: string) => `
  select "user" as owner, key, type, value from ${values}
  where host = $2 and store = '${store}' and key <> '' and ${CHOSEN('"user"')}
  order by "user" collate "C", key collate "C"`;

const ENTRIES = (entries: string, condition: string, order: string) => `
  select "user" as owner, store, key, "when", "with", value from ${entries}
  where host = $2 and ${condition} and type = 'xml' and ${CHOSEN('"user"')}
  order by "user" collate "C", ${order}`;

/** Opens all of them; nothing is read before it is taken. */
export function userRows(snapshot: UserSource, { usernames, withShared }: UserChoice): UserRows {
  const { values, entries } = snapshot.stores;
  const own = <Row extends { readonly owner: string }>(text: string) =>
    new OwnedRows(snapshot.rows<Row>(text, [usernames]));
  const stored = <Row extends { readonly owner: string }>(text: string) =>
    new OwnedRows(snapshot.stored<Row>(text, [usernames, snapshot.domain]));
  return {
    keys: own<KeysRow>(KEYS),
    contacts: own<ContactRow>(withShared ? SEEN_CONTACTS : CONTACTS),
    requests: own<RequestRow>(REQUESTS),
    vcards: own<VcardRow>(VCARDS),
    private: stored<StoredRow>(STORED(values, 'private')),
    offline: stored<EntryRow>(ENTRIES(entries, `store = 'offline'`, 'sort_id')),
    blocks: stored<StoredRow>(STORED(values, 'blocklist')),
    nodes: stored<StoredRow>(STORED(values, 'pep')),
    items: stored<EntryRow>(
      ENTRIES(entries, `left(store, 4) = 'pep_'`, 'store collate "C", sort_id'),
    ),
    archived: own<ArchivedRow>(ARCHIVED),
  };
}

/** Names of the accounts, ascending, in batches. */
export function usernamesOf(
  snapshot: Snapshot,
  usernames: UserChoice['usernames'],
): AsyncGenerator<{ username: string }[]> {
  return snapshot.rows(
    `select username from account where ${CHOSEN('username')} order by username collate "C"`,
    [usernames],
  );
}
