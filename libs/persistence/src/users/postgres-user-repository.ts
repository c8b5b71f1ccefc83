import { accountRole } from '@chat-admin/domain/users/account-role';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { JsonList } from '@chat-admin/domain/shared/json-list';
import type { Credentials } from '@chat-admin/domain/users/credentials';
import type { ListedUser, User, UserFilter } from '@chat-admin/domain/users/user';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { LoginAccount, NewAccount } from '@chat-admin/domain/users/user-repository';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Rows } from '../database/current-transaction.js';
import type { RowStreams } from '../database/row-streams.js';
import { accountAdditions } from './account-additions.js';
import type { AccountAdditions } from './account-additions.js';
import { credentialsDocument, credentialsOf } from './credential-columns.js';
import type { CredentialColumns } from './credential-columns.js';
import { insertAccounts } from './insert-accounts.js';
import type { InsertedRow } from './insert-accounts.js';
import { listUsers } from './user-list-sql.js';
import * as sql from './user-statements.js';

type ListedRow = Omit<User, 'properties'> & { readonly properties: string };

/** The values of one statement are made in one turn of the event loop. */
const ACCOUNTS_AT_ONCE = 500;

/** Users in `account` and its dependent tables. The rows are the domain values. */
export class PostgresUserRepository extends UserRepository {
  private readonly reads: CoalescedReads<Localpart, User>;
  private readonly additions: AccountAdditions;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly streams: RowStreams,
    audit: AuditTrail,
  ) {
    super();
    this.additions = accountAdditions(db, audit);
    this.reads = new CoalescedReads({
      one: (username) => db.runAlone<User>(sql.find, [username]).then(first),
      many: async (usernames) => {
        const { rows } = await db.runAlone<User>(sql.findMany, [usernames]);
        return new Map(rows.map((user) => [user.username, user]));
      },
    });
  }

  /** Outside a transaction, reads share a statement with others of the same turn. */
  find(username: Localpart): Promise<User | null> {
    if (!this.db.active) return this.reads.get(username);
    return this.db.run<User>(sql.find, [username]).then(first);
  }

  async existing(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    const [only] = usernames;
    if (only === undefined) return new Set();
    if (usernames.length === 1) return new Set((await this.find(only)) ? [only] : []);
    const { rows } = await this.db.run<InsertedRow>(sql.existing, [usernames]);
    return new Set(rows.map(({ username }) => username));
  }

  async lockExisting(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    const { rows } = await this.db.run<InsertedRow>(sql.lockExisting, [usernames]);
    return new Set(rows.map(({ username }) => username));
  }

  lock(username: Localpart): Promise<User | null> {
    return this.db.run<User>(sql.lock, [username]).then(first);
  }

  async lockAll(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    const { rows } = await this.db.run<InsertedRow>(sql.lockAll, [usernames]);
    return new Set(rows.map(({ username }) => username));
  }

  async *list(filter: UserFilter): AsyncGenerator<readonly ListedUser[]> {
    const { text, values } = listUsers(filter);
    for await (const rows of this.streams.read<ListedRow>(text, values)) {
      yield rows.map((row) => ({ ...row, properties: new JsonList(row.properties) }));
    }
  }

  async add(accounts: readonly NewAccount[]): Promise<readonly Localpart[]> {
    const [only] = accounts;
    if (only === undefined) return [];
    if (this.db.active) return this.insertAll(accounts);
    if (accounts.length === 1) {
      return (await this.additions.add(only)) ? [] : [only.user.username];
    }
    try {
      await this.transactions.run(async () => {
        const taken = await this.insert(accounts);
        if (taken.length > 0) throw new NamesTaken(taken);
      });
      return [];
    } catch (error) {
      if (error instanceof NamesTaken) return error.usernames;
      throw error;
    }
  }

  async login(username: Localpart): Promise<LoginAccount | null> {
    type Row = CredentialColumns &
      Pick<LoginAccount, 'id' | 'locked' | 'lockedIn'> & { readonly role: string | null };
    const [row] = (await this.db.run<Row>(sql.login, [username])).rows;
    if (row === undefined) return null;
    const { id, locked, lockedIn } = row;
    return { id, credentials: credentialsOf(row), locked, lockedIn, role: accountRole(row.role) };
  }

  async usernameOf(id: string): Promise<Localpart | null> {
    const { rows } = await this.db.run<InsertedRow>(sql.usernameOf, [id]);
    return rows[0]?.username ?? null;
  }

  async addKeys(
    username: Localpart,
    known: Credentials,
    keys: Partial<Credentials>,
  ): Promise<boolean> {
    const { storedKey } = (known.scramSha1 ?? known.scramSha256)!;
    const values = [username, Buffer.from(storedKey).toString('base64'), credentialsDocument(keys)];
    const { rows } = await this.db.run<{ readonly added: boolean }>(sql.addKeys, values);
    return rows[0]!.added;
  }

  /** All or nothing, inside a transaction that continues either way. */
  private async insertAll(accounts: readonly NewAccount[]): Promise<readonly Localpart[]> {
    if (accounts.length === 1) return this.insert(accounts);
    await this.db.run(sql.savepoint);
    const taken = await this.insert(accounts);
    if (taken.length > 0) await this.db.run(sql.rollbackToSavepoint);
    await this.db.run(sql.releaseSavepoint);
    return taken;
  }

  /** @returns the names that are taken, including duplicates within `accounts` */
  private async insert(accounts: readonly NewAccount[]): Promise<readonly Localpart[]> {
    const once = new Map(accounts.map((account) => [account.user.username, account]));
    const additions = [...once.values()]
      .sort((a, b) => compareCodePoints(a.user.username, b.user.username))
      .map((account) => ({ account, audit: null }));
    const added = new Set<Localpart>();
    for (let start = 0; start < additions.length; start += ACCOUNTS_AT_ONCE) {
      const { statement, values } = insertAccounts(
        additions.slice(start, start + ACCOUNTS_AT_ONCE),
      );
      const { rows } = await this.db.run<InsertedRow>(statement, values);
      for (const { username } of rows) added.add(username);
    }
    return accounts.map(({ user }) => user.username).filter((username) => !added.delete(username));
  }
}

function first<Row>({ rows }: Rows<Row>): Row | null {
  return rows[0] ?? null;
}

/** Rolls back the transaction of a bulk addition. */
class NamesTaken extends Error {
  constructor(readonly usernames: readonly Localpart[]) {
    super('Names are taken');
  }
}
