import type { Localpart } from '../shared/jid.js';
import type { AccountRole } from './account-role.js';
import type { Credentials } from './credentials.js';
import type { ListedUser, User, UserFilter } from './user.js';

export interface NewAccount {
  readonly user: User;
  readonly credentials: Credentials;
}

/** What the login of an administrator, or of an account with a role, is verified against. */
export interface LoginAccount {
  /** of the account, whatever it is called; no other one ever has it */
  readonly id: string;
  readonly credentials: Credentials;
  readonly locked: boolean;
  /** milliseconds until a lockout begins, by the clock of the database; `null`: none is to come */
  readonly lockedIn: number | null;
  readonly role: AccountRole | null;
}

export abstract class UserRepository {
  abstract find(username: Localpart): Promise<User | null>;
  /** Which of these users exist. */
  abstract existing(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>>;
  /**
   * Which of these users exist; they are locked against removal and renaming until the transaction
   * ends.
   */
  abstract lockExisting(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>>;
  /** As {@link find}, and locks the user until the transaction ends. Only inside a transaction. */
  abstract lock(username: Localpart): Promise<User | null>;
  /** Which of these users exist; locked as by {@link lock}, in one order. Only inside a transaction. */
  abstract lockAll(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>>;
  /** Users by user name, in batches fetched while they are consumed. */
  abstract list(filter: UserFilter): AsyncIterable<readonly ListedUser[]>;
  /**
   * All or nothing, with the audit entry of the request. Single additions that arrive in the same
   * turn of the event loop may share a database transaction.
   * @returns the user names that were taken; empty if everything was stored
   */
  abstract add(accounts: readonly NewAccount[]): Promise<readonly Localpart[]>;
  /** @returns `null` also for an account without a password */
  abstract login(username: Localpart): Promise<LoginAccount | null>;
  /** What the account with this id is called now; `null` if there is none any more. */
  abstract usernameOf(id: string): Promise<Localpart | null>;
  /**
   * Stores keys of the same password for an account that lacks those of one hash, unless its password has changed.
   * Not a change for the audit.
   * @param known what the password was verified against
   * @returns whether it was so
   */
  abstract addKeys(
    username: Localpart,
    known: Credentials,
    keys: Partial<Credentials>,
  ): Promise<boolean>;
}
