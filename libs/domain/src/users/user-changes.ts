import type { BareJid, Localpart } from '../shared/jid.js';
import type { Credentials } from './credentials.js';
import type { TouchedReferences } from './touched-references.js';
import type { RosterItem } from './roster.js';
import type { UserChange } from './user.js';

/** `null` as subscription: it is only looked whether the item could be added. */
export type AddedItem = Omit<RosterItem, 'subscription'> & {
  readonly subscription: RosterItem['subscription'] | null;
};

/**
 * Changes that begin with locking a user, each as a whole: one transaction with the audit entry of the request, or a part of the
 * caller's. Nothing is changed unless the result says so.
 */
export abstract class UserChanges {
  /** @returns false if there is no such user */
  abstract update(
    user: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<boolean>;

  /**
   * Moves the user, everything that belongs to it and all references to it; entries of the new name give way.
   * @returns null if there is no such user
   * @throws UserAlreadyExists (resource: the new name)
   */
  abstract rename(
    from: Localpart,
    to: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<TouchedReferences | null>;

  /**
   * Removes the user, everything that belongs to it and all references to it.
   * @param heir becomes owner of rooms left without an owner
   * @returns null if there is no such user
   */
  abstract remove(user: Localpart, heir: BareJid): Promise<TouchedReferences | null>;

  /** @returns what stands in the way, first of all the first of these */
  abstract addRosterItem(
    owner: Localpart,
    item: AddedItem,
  ): Promise<'no owner' | 'exists' | 'shared group' | 'added'>;

  /**
   * Makes the user a member of all groups. Missing ones are created, with an empty description and
   * shared or not, unless `mayCreate` refuses the name of one.
   * @returns the groups that changed; a name that is refused; null: there is no such user
   */
  abstract joinGroups(
    user: Localpart,
    names: readonly string[],
    shared: boolean,
    mayCreate: (name: string) => boolean,
  ): Promise<readonly string[] | { readonly refused: string } | null>;

  /** @returns the groups that changed; one that does not exist; null: there is no such user */
  abstract leaveGroups(
    user: Localpart,
    names: readonly string[],
  ): Promise<readonly string[] | { readonly missing: string } | null>;

  /** The user leaves all groups but `kept`. @returns the groups that changed; null: there is no such user */
  abstract leaveOtherGroups(
    user: Localpart,
    kept: readonly string[],
  ): Promise<readonly string[] | null>;
}
