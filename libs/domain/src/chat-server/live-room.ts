import type { BareJid } from '../shared/jid.js';

/** One connected resource of an occupant. */
export interface LiveOccupant {
  readonly nickname: string;
  /** full real JID */
  readonly jid: string;
  readonly role: 'moderator' | 'participant' | 'visitor';
  readonly affiliation: 'owner' | 'admin' | 'member' | 'none';
}

/** What was said in a room; other stanzas are excluded. */
export interface RememberedMessage {
  readonly nickname: string;
  /** full real JID; `null` if it was not stored */
  readonly sender: string | null;
  /** whether everybody in the room could see the sender then */
  readonly senderShown: boolean;
  readonly body: string;
  readonly sentAt: Date;
}

/** What occupants of a destroyed room are told. Contract: extensions E6.2 */
export interface RoomFarewell {
  readonly reason: string | null;
  /** where to go instead */
  readonly alternateRoom: BareJid | null;
}

/** A message that invites someone to a room. Contract: muc-and-legacy 10.1 */
export interface RoomInvitation {
  /** a bare JID, or a full JID to invite one resource */
  readonly to: string;
  readonly reason: string | null;
  readonly password: string | null;
}
