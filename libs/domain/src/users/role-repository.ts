import type { Localpart } from '../shared/jid.js';
import type { AccountRole } from './account-role.js';

export interface RoleHolder {
  readonly username: Localpart;
  readonly role: AccountRole;
}

/** Which accounts have a role; it goes with its account, also to a new name. */
export abstract class RoleRepository {
  abstract find(username: Localpart): Promise<AccountRole | null>;
  /** Only for an account that exists. */
  abstract put(username: Localpart, role: AccountRole): Promise<void>;
  /** Also one that only newer programs know. @returns whether there was any */
  abstract remove(username: Localpart): Promise<boolean>;
  /** Reports whether one of these users has any role. */
  abstract anyOf(usernames: readonly Localpart[]): Promise<boolean>;
  /** By user name. */
  abstract list(): Promise<readonly RoleHolder[]>;
}
