import { shownList } from '../shared/shown-value.js';
import type { BareJid, Localpart } from '../shared/jid.js';

/** 0 none, 1 to, 2 from, 3 both (RFC 6121 section 2.1.2.5). */
export type Subscription = 0 | 1 | 2 | 3;

/** A contact stored by a user. Groups are unique and ascending by code point. */
export interface RosterItem {
  readonly jid: BareJid;
  readonly nickname: string | null;
  readonly subscription: Subscription;
  readonly groups: readonly string[];
}

/**
 * A contact as its owner sees it: stored by the owner (`stored`), contributed by shared groups, or
 * both. A contact from shared groups only has the user's name as nickname, no personal groups, and
 * subscription 3. Contract: core 5.1, 6.2
 */
export interface RosterEntry extends RosterItem {
  readonly stored: boolean;
  /** names of the shared groups that contribute this contact */
  readonly sharedGroups: readonly string[];
}

/** A contact in the list of `owner`. */
export interface OwnedItem extends RosterItem {
  readonly owner: Localpart;
}

/** What a local contact has of a user; subscription 0 and no groups if not even an item (`stored`). */
export interface Counterpart extends OwnedItem {
  readonly stored: boolean;
}

/** The same subscription as the other side has it. */
export function mirrored(subscription: Subscription): Subscription {
  return ([0, 2, 1, 3] as const)[subscription];
}

/** Which contacts a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface RosterSelection {
  readonly subscription: number | null;
  /** how the JID begins */
  readonly text: string | null;
}

/**
 * A contact from shared groups stays in all of them and cannot be removed. Contract: core 5.1, PUT
 * check 5
 */
export function forbiddenBySharedGroups(
  { sharedGroups }: RosterEntry,
  groups: readonly string[] | undefined,
  asked: Subscription | 'remove' | undefined,
): boolean {
  if (sharedGroups.length === 0) return false;
  if (asked === 'remove') return true;
  return groups !== undefined && sharedGroups.some((name) => !groups.includes(name));
}

/** Why a contact of a shared group is not added. */
export const BROUGHT = 'a shared group brings this contact';

/** Why a contact of shared groups is not changed so. */
export const broughtBy = ({ sharedGroups }: Pick<RosterEntry, 'sharedGroups'>): string =>
  `it stays in what the contact shares with the user: ${shownList(sharedGroups)}`;
