/** One connected resource of an occupant. */
export interface LiveOccupant {
  readonly nickname: string;
  /** full real JID */
  readonly jid: string;
  readonly role: 'moderator' | 'participant' | 'visitor';
  readonly affiliation: 'owner' | 'admin' | 'member' | 'none';
}

/** A message that invites someone to a room. Contract: muc-and-legacy 10.1 */
export interface RoomInvitation {
  /** a bare JID, or a full JID to invite one resource */
  readonly to: string;
  readonly reason: string | null;
  readonly password: string | null;
}
