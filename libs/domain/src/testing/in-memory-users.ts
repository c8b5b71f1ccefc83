import { compareCodePoints } from '../shared/order.js';
import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { isComplete } from '../users/credentials.js';
import type { Credentials } from '../users/credentials.js';
import { UserAlreadyExists } from '../users/errors.js';
import type { LoginChanges } from '../users/login-changes.js';
import type { ListedUser, User, UserChange, UserFilter } from '../users/user.js';
import { UserRepository } from '../users/user-repository.js';
import type { LoginAccount, NewAccount } from '../users/user-repository.js';
import { VcardRepository } from '../users/vcard-repository.js';
import type { KnownPicture } from '../users/vcard-repository.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { isLocked, lockedIn } from './in-memory-lockouts.js';
import type { AccountRow, Rows } from './rows.js';

export class InMemoryUserRepository extends UserRepository {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly transactions: Transactions,
    private readonly logins: LoginChanges,
  ) {
    super();
  }

  async find(username: Localpart): Promise<User | null> {
    return this.database.rows.accounts.get(username)?.user ?? null;
  }

  async existing(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    return new Set(usernames.filter((username) => this.database.rows.accounts.has(username)));
  }

  lockExisting(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    return this.existing(usernames);
  }

  /** Transactions run one after the other: being in one is the lock. */
  lock(username: Localpart): Promise<User | null> {
    return this.find(username);
  }

  lockAll(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    return this.existing(usernames);
  }

  list(filter: UserFilter): AsyncIterable<readonly ListedUser[]> {
    const found = [...this.database.rows.accounts.values()]
      .map(({ user }) => user)
      .filter((user) => passes(user, filter))
      .sort((a, b) => compareCodePoints(a.username, b.username));
    return batches(found);
  }

  add(accounts: readonly NewAccount[]): Promise<readonly Localpart[]> {
    if (this.database.inTransaction) return this.insert(accounts);
    // rolled back, so that a request whose users are not stored still owes its audit entry
    return this.transactions
      .run(async () => {
        const taken = await this.insert(accounts);
        if (taken.length > 0) throw new NamesTaken(taken);
        return taken;
      })
      .catch((error: unknown) => {
        if (error instanceof NamesTaken) return error.usernames;
        throw error;
      });
  }

  async update(
    username: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<void> {
    await this.database.change((rows) =>
      replace(rows, username, (row) => ({
        ...row,
        user: { ...row.user, ...given(change) },
        credentials: credentials ?? row.credentials,
      })),
    );
    if (credentials !== null) await this.loginChanged(username);
  }

  async rename(from: Localpart, to: Localpart): Promise<void> {
    await this.database.change(({ accounts }) => {
      if (accounts.has(to)) throw new UserAlreadyExists(to);
      const row = accounts.get(from);
      if (!row) return;
      accounts.delete(from);
      const lockout = row.lockout && { ...row.lockout, username: to };
      accounts.set(to, { ...row, user: { ...row.user, username: to }, lockout });
    });
    await this.loginChanged(from);
  }

  async remove(username: Localpart): Promise<boolean> {
    const existed = await this.database.change(({ accounts }) => accounts.delete(username));
    if (existed) await this.loginChanged(username);
    return existed;
  }

  async login(username: Localpart): Promise<LoginAccount | null> {
    const row = this.database.rows.accounts.get(username);
    if (!row) return null;
    const { id, credentials, lockout, role } = row;
    return { id, credentials, locked: isLocked(lockout), lockedIn: lockedIn(lockout), role };
  }

  async usernameOf(id: string): Promise<Localpart | null> {
    const accounts = [...this.database.rows.accounts.values()];
    return accounts.find((row) => row.id === id)?.user.username ?? null;
  }

  async addKeys(
    username: Localpart,
    known: Credentials,
    keys: Partial<Credentials>,
  ): Promise<boolean> {
    const storedKey = ({ scramSha1, scramSha256 }: Credentials) =>
      (scramSha1 ?? scramSha256)?.storedKey.join();
    const row = this.database.rows.accounts.get(username);
    if (!row || isComplete(row.credentials)) return false;
    if (storedKey(row.credentials) !== storedKey(known)) return false;
    await this.database.change((rows) =>
      replace(rows, username, ({ credentials, ...rest }) => ({
        ...rest,
        credentials: { ...credentials, ...keys },
      })),
    );
    return true;
  }

  private loginChanged(username: Localpart): Promise<void> {
    return this.transactions.afterCommit(async () => this.logins.changed(username));
  }

  /** All or nothing. @returns the names that are taken, including duplicates within `added` */
  private insert(added: readonly NewAccount[]): Promise<readonly Localpart[]> {
    return this.database.change(({ accounts }) => {
      const names = added.map(({ user }) => user.username);
      const taken = names.filter(
        (name, index) => accounts.has(name) || names.indexOf(name) !== index,
      );
      if (taken.length > 0) return taken;
      for (const account of added) {
        accounts.set(account.user.username, {
          ...account,
          id: crypto.randomUUID(),
          lockout: null,
          role: null,
          managed: null,
          createdAt: new Date(),
          vcard: null,
          roster: new Map(),
          archive: { loggedOutAt: null, messages: [] },
        });
      }
      return [];
    });
  }
}

export class InMemoryVcardRepository extends VcardRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(username: Localpart): Promise<string | null> {
    return this.database.rows.accounts.get(username)?.vcard ?? null;
  }

  async pictures(usernames: readonly Localpart[]): Promise<readonly KnownPicture[]> {
    const { accounts } = this.database.rows;
    const withVcard = usernames.filter((username) => accounts.get(username)?.vcard != null);
    return withVcard.map((username) => ({ username, hash: null }));
  }

  put(username: Localpart, xml: string): Promise<boolean> {
    return this.set(username, xml);
  }

  remove(username: Localpart): Promise<boolean> {
    return this.set(username, null);
  }

  private set(username: Localpart, vcard: string | null): Promise<boolean> {
    return this.database.change((rows) => {
      const changed = (rows.accounts.get(username)?.vcard ?? null) !== vcard;
      if (changed) replace(rows, username, (row) => ({ ...row, vcard }));
      return changed;
    });
  }
}

/** @throws if there is no such account, like a foreign key */
export function replace(
  { accounts }: Rows,
  username: Localpart,
  change: (row: AccountRow) => AccountRow,
): void {
  const row = accounts.get(username);
  if (!row) throw new Error(`There is no account ${username}`);
  accounts.set(username, change(row));
}

function given(change: UserChange): Partial<User> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export function passes({ username, properties }: User, filter: UserFilter): boolean {
  if (filter.kind === 'all') return true;
  if (filter.kind === 'name-contains') return username.includes(filter.text);
  const { key, value } = filter;
  return properties.some((one) => one.key === key && (value === null || one.value === value));
}

class NamesTaken extends Error {
  constructor(readonly usernames: readonly Localpart[]) {
    super('Names are taken');
  }
}
