import type { Localpart } from '../shared/jid.js';
import type { Credentials } from './credentials.js';
import type { User, UserChange, UserFilter } from './user.js';

export interface NewAccount {
  readonly user: User;
  readonly credentials: Credentials;
}

/** What an administrator's login is checked against. */
export interface LoginAccount {
  readonly credentials: Credentials;
  readonly locked: boolean;
}

export abstract class UserRepository {
  abstract find(username: Localpart): Promise<User | null>;
  /** Which of these users exist. */
  abstract existing(usernames: readonly Localpart[]): Promise<ReadonlySet<Localpart>>;
  /**
   * As {@link find}, and keeps others from changing or removing the user until the transaction ends.
   * Only inside a transaction.
   */
  abstract lock(username: Localpart): Promise<User | null>;
  /** Users by user name, in batches, read while they are consumed. */
  abstract list(filter: UserFilter): AsyncIterable<readonly User[]>;
  /**
   * Stores all of them or none, with the audit entry of the request. May share one database
   * transaction with other single additions that arrive in the same turn of the event loop.
   * @returns the user names that existed already; empty when everything is stored
   */
  abstract add(accounts: readonly NewAccount[]): Promise<readonly Localpart[]>;
  /** The user must exist. */
  abstract update(
    username: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<void>;
  /**
   * Moves the user row and everything that hangs on it (credentials, properties, lockout, own
   * roster, vCard). @throws UserAlreadyExists (resource: the new name) when the name is taken
   */
  abstract rename(from: Localpart, to: Localpart): Promise<void>;
  /** Removes the user and everything that hangs on it. @returns whether the user existed */
  abstract remove(username: Localpart): Promise<boolean>;
  abstract login(username: Localpart): Promise<LoginAccount | null>;
}
