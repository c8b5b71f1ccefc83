import type { Localpart } from '../shared/jid.js';
import type { RoomRef } from '../chat-server/chat-server.js';

/** What a change of references affected, for notifying the chat server. */
export interface TouchedReferences {
  /** owners of roster items with the JID */
  readonly rosterOwners: readonly Localpart[];
  readonly groups: readonly string[];
  readonly rooms: readonly RoomRef[];
}
