import { choice, choices, flag, integer, text } from '../../shared/fields.js';
import type { Values } from '../../shared/fields.js';
import { localpart } from '../../shared/jid.js';
import type { Localpart } from '../../shared/jid.js';
import type { Use } from '../../shared/stringprep.js';
import type { AffiliationLists } from '../affiliations/affiliations.js';

/** What occupants can be. Order of documents. */
export const ROLES = ['moderator', 'participant', 'visitor'] as const;

/** Who may send private messages. */
export const PRIVATE_MESSAGE_RULES = ['anyone', 'participants', 'moderators', 'none'] as const;

/**
 * Everything about a room besides its name, its dates and who is affiliated, in the order in which
 * values are checked. Contract: muc-and-legacy 3.2; core 1.11
 */
export const ROOM_FIELDS = {
  naturalName: text({ limit: 255 }),
  description: text({ limit: 255 }),
  password: text({ limit: 50, unsetWhen: 'empty' }),
  subject: text({ unsetWhen: 'empty' }),
  /** 0 and negative: no limit */
  maxUsers: integer(0),
  persistent: flag(false),
  publicRoom: flag(false),
  registrationEnabled: flag(true),
  canAnyoneDiscoverJid: flag(false),
  canOccupantsChangeSubject: flag(false),
  canOccupantsInvite: flag(false),
  canChangeNickname: flag(true),
  logEnabled: flag(false),
  loginRestrictedToNickname: flag(false),
  membersOnly: flag(false),
  moderated: flag(false),
  allowPm: choice(PRIVATE_MESSAGE_RULES, 'anyone', 'allowPM'),
  /** whose presence is shown to others */
  broadcastPresenceRoles: choices(ROLES, ['none']),
};

export type RoomOptions = Values<typeof ROOM_FIELDS>;

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
export function roomName(text: string, use: Use = 'query'): Localpart | null {
  return localpart(text, use);
}
