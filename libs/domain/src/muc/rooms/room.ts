import { localpart } from '../../shared/jid.js';
import type { Localpart } from '../../shared/jid.js';
import type { AffiliationLists } from '../affiliations/affiliations.js';

/** What shows presence to others. Order of documents. */
export const ROLES = ['moderator', 'participant', 'visitor'] as const;
export type Role = (typeof ROLES)[number];

export const PRIVATE_MESSAGE_RULES = ['anyone', 'participants', 'moderators', 'none'] as const;
export type PrivateMessageRule = (typeof PRIVATE_MESSAGE_RULES)[number];

export const MAX_ROOM_TEXT_LENGTH = 255;
export const MAX_ROOM_PASSWORD_LENGTH = 50;

/** Everything about a room besides its name, its dates and who is affiliated. */
export interface RoomOptions {
  readonly naturalName: string | null;
  readonly description: string | null;
  readonly password: string | null;
  readonly subject: string | null;
  /** 0 and negative: no limit */
  readonly maxUsers: number;
  readonly persistent: boolean;
  readonly publicRoom: boolean;
  readonly registrationEnabled: boolean;
  readonly canAnyoneDiscoverJid: boolean;
  readonly canOccupantsChangeSubject: boolean;
  readonly canOccupantsInvite: boolean;
  readonly canChangeNickname: boolean;
  readonly logEnabled: boolean;
  readonly loginRestrictedToNickname: boolean;
  readonly membersOnly: boolean;
  readonly moderated: boolean;
  readonly broadcastPresenceRoles: readonly Role[];
  readonly allowPm: PrivateMessageRule;
}

/** A stored room with its explicit affiliations. Contract: muc-and-legacy 3.1 */
export interface Room extends RoomOptions, AffiliationLists {
  readonly roomName: Localpart;
  readonly creationDate: Date;
  readonly modificationDate: Date;
}

/** What is to be stored of a room. */
export interface RoomSettings extends RoomOptions {
  /** `null`: now for a new room, kept otherwise */
  readonly creationDate: Date | null;
  /** `null`: the creation date of a new room, now otherwise */
  readonly modificationDate: Date | null;
}

/** Which rooms of a service a list shows. Contract: muc-and-legacy 4 */
export interface RoomFilter {
  readonly rooms: 'public' | 'all' | 'none';
  /** as sent; `null` keeps all */
  readonly search: string | null;
  readonly expandGroups: boolean;
}

/** The prepared name of a room, `null` when `text` cannot be one. Contract: muc-and-legacy 1.1 */
export function roomName(text: string): Localpart | null {
  return localpart(text);
}
