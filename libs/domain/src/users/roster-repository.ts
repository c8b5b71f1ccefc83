import type { BareJid, Localpart } from '../shared/jid.js';
import type { RereadableList } from '../shared/long-list.js';
import type { Counterpart, OwnedItem, RosterEntry, RosterItem } from './roster.js';

export abstract class RosterRepository {
  /** The roster as its owner sees it, by JID; `null` for an unknown owner. */
  abstract list(owner: Localpart): Promise<RereadableList<RosterEntry> | null>;
  abstract find(owner: Localpart, jid: BareJid): Promise<RosterEntry | null>;
  /** As {@link find}, in any order. */
  abstract findMany(owner: Localpart, jids: readonly BareJid[]): Promise<readonly RosterEntry[]>;
  /** What those of these users have of the owner who exist and whom no shared group relates to the owner. */
  abstract counterparts(
    owner: Localpart,
    contacts: readonly Localpart[],
  ): Promise<readonly Counterpart[]>;
  /** @returns false if an item with that JID is already stored */
  abstract add(owner: Localpart, item: RosterItem): Promise<boolean>;
  /** @returns false if no item with that JID is stored (any more: users can be renamed meanwhile) */
  abstract replace(owner: Localpart, item: RosterItem): Promise<boolean>;
  /** Adds or replaces the item. */
  abstract put(owner: Localpart, item: RosterItem): Promise<void>;
  /** Adds or replaces the items, each once. */
  abstract putMany(items: readonly OwnedItem[]): Promise<void>;
  /** @returns whether it was stored */
  abstract remove(owner: Localpart, jid: BareJid): Promise<boolean>;
  /**
   * Nothing that is remembered of changes names the contact any more, who is in no roster: whoever has not yet heard of a
   * change there reads all of the roster anew.
   */
  abstract forget(contact: BareJid): Promise<void>;
}
