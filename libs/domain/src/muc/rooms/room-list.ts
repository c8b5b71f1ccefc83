import type { BareJid } from '../../shared/jid.js';
import type { OrderedList } from '../../shared/paging.js';
import type { ServiceName } from '../services/chat-service.js';
import type { Room, RoomFilter } from './room.js';

/** Who is affiliated; a group counts where it is listed as one. */
export type Affiliate =
  | { readonly kind: 'person'; readonly jid: BareJid }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'nobody' };

/** Which rooms of a service a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface RoomSelection extends RoomFilter {
  /** short search texts are looked for at the beginning of the room name */
  readonly isPaged: boolean;
  /** in room name, natural name or description, ignoring case; short texts at the beginning of the room name */
  readonly text: string | null;
  readonly persistent: boolean | null;
  readonly membersOnly: boolean | null;
  readonly moderated: boolean | null;
  readonly passwordProtected: boolean | null;
  /** whose effective affiliation is owner, admin or member */
  readonly affiliated: Affiliate | null;
  /** whose effective affiliation is outcast */
  readonly banned: Affiliate | null;
  /** names of rooms: no other is wanted */
  readonly among: readonly string[] | null;
}

export interface RoomDetails {
  readonly lastMessage: boolean;
}

export interface FoundRoomDetails extends RoomDetails {
  /** on pages only, for which the chat server is asked once each */
  readonly occupantCount: boolean;
}

export interface RoomEntry extends Room {
  /** when the last message of the history was sent; `null`: there is none */
  readonly lastMessage?: Date | null;
}

/** A room as shown to who asks for more. */
export interface FoundRoom extends RoomEntry {
  /** `null`: nobody knows */
  readonly occupantCount?: number | null;
}

export const ROOM_SORTS = ['roomName', 'naturalName', 'creationDate', 'modificationDate'] as const;

/** Rooms in other orders than by name, and by page. */
export abstract class RoomList {
  abstract select(
    service: ServiceName,
    selection: RoomSelection,
    details: RoomDetails,
  ): Promise<OrderedList<RoomEntry>>;
}
