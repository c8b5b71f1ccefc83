import type { Localpart } from '../shared/jid.js';

/** By what a user or a group is kept in step. Contract: extensions E13.1 */
export interface Managed {
  /** such as `directory:main` */
  readonly source: string;
  /** which object it is there, whatever it is called */
  readonly externalId: string;
}

/** What of a user is managed; the rest is changed here. */
export interface ManagedFields {
  readonly name: boolean;
  readonly email: boolean;
  readonly password: boolean;
  /** keys of properties */
  readonly properties: readonly string[];
}

export interface ManagedUser extends Managed {
  readonly fields: ManagedFields;
}

/** What has become local. */
export interface Released {
  readonly users: readonly Localpart[];
  /** those of them whose password the source kept */
  readonly withoutPassword: readonly Localpart[];
  readonly groups: readonly string[];
}

/** Which users and groups are managed by a source; all others are local. */
export abstract class ManagedObjects {
  abstract user(username: Localpart): Promise<ManagedUser | null>;
  abstract group(name: string): Promise<Managed | null>;
  /** Those of these groups. */
  abstract groups(names: readonly string[]): Promise<ReadonlyMap<string, Managed>>;
  /** Makes a user that exists managed, or managed otherwise. Only inside a transaction. */
  abstract putUser(username: Localpart, managed: ManagedUser): Promise<void>;
  /** As {@link putUser}, of a group. */
  abstract putGroup(name: string, managed: Managed): Promise<void>;
  /**
   * Makes local what a source manages, or one user of it. Lockouts of its own stay. Only inside a transaction.
   * @param username null: all users and groups
   * @param author of those lockouts from now on
   */
  abstract release(source: string, username: Localpart | null, author: string): Promise<Released>;
}

const DIRECTORY = 'directory:';

/** Whom a directory is as the author of what it does, and by what it manages. */
export const sourceOf = (directory: string): string => `${DIRECTORY}${directory}`;

/** Whether a name is that of a directory; user names hold no colon. */
export const isSource = (name: string | null): boolean => name?.startsWith(DIRECTORY) ?? false;
