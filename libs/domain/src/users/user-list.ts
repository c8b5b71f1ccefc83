import type { OrderedList } from '../shared/paging.js';
import type { AccountRole } from './account-role.js';
import type { ListedUser, UserFilter } from './user.js';

/** From `from`, up to but excluding `to`; an absent time fits no bound. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Which users a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface UserSelection {
  /** short search texts are looked for at the beginning of the user name */
  readonly isPaged: boolean;
  readonly filter: UserFilter;
  /** in user name, name or e-mail, ignoring case; short texts at the beginning of the user name */
  readonly text: string | null;
  readonly locked: boolean | null;
  readonly neverSeen: boolean | null;
  readonly created: TimeRange;
  readonly lastSeen: TimeRange;
  /** exact name of a group with the user as member or admin */
  readonly group: string | null;
  readonly role: AccountRole | null;
  /** the source that manages the user; empty text: none does */
  readonly managedBy: string | null;
  /** whether the user has to be one of these, or none of them */
  readonly among: { readonly usernames: readonly string[]; readonly isMember: boolean } | null;
}

/** A user as listed, with what documents only show when they are asked for it. */
export interface UserEntry extends ListedUser {
  readonly created: Date;
  readonly locked: boolean;
  /** when the lockout ends that is active now; `null`: never, or there is none */
  readonly lockedUntil: Date | null;
  readonly lastSeen: Date | null;
  readonly role: AccountRole | null;
  /** `null`: it is a local one */
  readonly managedBy: string | null;
  readonly externalId: string | null;
}

export interface FoundUser extends UserEntry {
  /** `null`: nobody knows */
  readonly online: boolean | null;
  readonly administrator: boolean;
  /** hash of the picture; `null`: there is none */
  readonly photo: string | null;
}

export const USER_SORTS = ['username', 'name', 'created'] as const;

/** Users in other orders than by name, and by page. */
export abstract class UserList {
  abstract select(selection: UserSelection): Promise<OrderedList<UserEntry>>;
}
