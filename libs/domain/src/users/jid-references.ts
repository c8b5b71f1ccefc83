import type { BareJid, Localpart } from '../shared/jid.js';
import type { RoomRef } from '../chat-server/chat-server.js';

/** Whom a change of JIDs concerned, so that the chat server can be told. */
export interface TouchedReferences {
  /** owners of roster items that named the JID */
  readonly rosterOwners: readonly Localpart[];
  readonly groups: readonly string[];
  readonly rooms: readonly RoomRef[];
}

/**
 * Everything that names a user by JID outside of the user's own rows: other users' rosters, group
 * memberships, room affiliations with reserved nicknames, and the list of administrators.
 * Contract: core 3.5, 3.6
 */
export abstract class JidReferences {
  /**
   * An entry for the new JID that exists already gives way to the renamed one; that of the renamed
   * user is removed, so that nobody becomes a contact of their own.
   */
  abstract rename(from: BareJid, to: BareJid): Promise<TouchedReferences>;
  /** @param heir becomes owner of rooms that are left without owner entry */
  abstract remove(jid: BareJid, heir: BareJid): Promise<TouchedReferences>;
}
