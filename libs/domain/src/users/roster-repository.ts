import type { BareJid, Localpart } from '../shared/jid.js';
import type { RosterEntry, RosterItem } from './roster.js';

export abstract class RosterRepository {
  /** Everything the owner sees, by JID; one statement. An unknown owner sees nothing. */
  abstract list(owner: Localpart): Promise<readonly RosterEntry[]>;
  abstract find(owner: Localpart, jid: BareJid): Promise<RosterEntry | null>;
  /** @returns false when an item of that JID is stored already */
  abstract add(owner: Localpart, item: RosterItem): Promise<boolean>;
  /** Stores or replaces the item. */
  abstract put(owner: Localpart, item: RosterItem): Promise<void>;
  abstract remove(owner: Localpart, jid: BareJid): Promise<void>;
}
