import type { BareJid, Localpart } from '../shared/jid.js';
import type { RoomRef } from '../chat-server/chat-server.js';

/** What a change of references affected, for notifying the chat server. */
export interface TouchedReferences {
  /** owners of roster items with the JID */
  readonly rosterOwners: readonly Localpart[];
  readonly groups: readonly string[];
  readonly rooms: readonly RoomRef[];
}

/**
 * Everything outside the user's own rows that refers to a user by JID: other users' rosters, group
 * memberships, room affiliations with reserved nicknames, and the list of administrators.
 * Contract: core 3.5, 3.6
 */
export abstract class JidReferences {
  /**
   * An entry for the new JID that exists already gives way to the renamed one; that of the renamed
   * user is removed, so that nobody becomes a contact of their own.
   */
  abstract rename(from: BareJid, to: BareJid): Promise<TouchedReferences>;
  /** @param heir becomes owner of rooms left without an owner */
  abstract remove(jid: BareJid, heir: BareJid): Promise<TouchedReferences>;
}
