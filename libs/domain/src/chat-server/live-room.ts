/** One connected resource of an occupant. */
export interface LiveOccupant {
  readonly nickname: string;
  /** full real JID */
  readonly jid: string;
  readonly role: 'moderator' | 'participant' | 'visitor';
  readonly affiliation: 'owner' | 'admin' | 'member' | 'none';
}

/** A message that asks somebody into a room. Contract: muc-and-legacy 10.1 */
export interface RoomInvitation {
  /** bare, or full when one resource is meant */
  readonly to: string;
  readonly reason: string | null;
  readonly password: string | null;
}
