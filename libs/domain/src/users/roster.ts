import type { BareJid } from '../shared/jid.js';

/** 0 none, 1 to, 2 from, 3 both: whose presence is seen (RFC 6121 section 2.1.2.5). */
export type Subscription = 0 | 1 | 2 | 3;

/** A contact that a user keeps, as stored. Groups are unique and ascending by code point. */
export interface RosterItem {
  readonly jid: BareJid;
  readonly nickname: string | null;
  readonly subscription: Subscription;
  readonly groups: readonly string[];
}

/**
 * A contact as its owner sees it: kept by the owner (`stored`), brought by shared groups, or both.
 * What only shared groups bring has the name of the user as nickname, no personal groups, and
 * subscription 3. Contract: core 5.1, 6.2
 */
export interface RosterEntry extends RosterItem {
  readonly stored: boolean;
  /** names of the shared groups that bring this contact */
  readonly sharedGroups: readonly string[];
}
