import type { BareJid } from '../shared/jid.js';
import type { RoomRef } from './chat-server.js';

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

/** Whose standing in a room has changed, present or not. Contract: muc-and-legacy 10.2, 10.4 */
export interface StandingChange {
  /** may be a domain: a banned one stands for all its people who have no affiliation */
  readonly jid: BareJid;
  /** what holds now, directly or through a group */
  readonly affiliation: 'owner' | 'admin' | 'member' | 'outcast' | 'none';
  readonly role: 'moderator' | 'participant' | 'visitor' | 'none';
  /** status code with which occupants have to leave; `null`: they may stay */
  readonly kick: 301 | 321 | null;
}

/**
 * What a committed change means for those who are in the room. Whoever missed one finds everything
 * but the codes in the database, under a higher version. Contract: muc-and-legacy 10.4
 */
export interface RoomChange extends RoomRef {
  readonly version: number;
  readonly people: readonly StandingChange[];
  /** members-only from now on: who has no affiliation leaves with this code and reason */
  readonly membersOnly: { readonly kick: 322; readonly reason: string } | null;
  /** the new subject, empty when it was cleared; `null`: unchanged */
  readonly subject: string | null;
  /** status codes of one message to everybody, ascending; none: no message */
  readonly configuration: readonly (104 | 170 | 171 | 172 | 173)[];
}
