import { choice, choices, flag, integer, shownAs, shownNames, text } from '../../shared/fields.js';
import type { Values } from '../../shared/fields.js';
import { localpart } from '../../shared/jid.js';
import type { Localpart } from '../../shared/jid.js';
import type { Use } from '../../shared/stringprep.js';
import type { AffiliationLists } from '../affiliations/affiliations.js';

/** The roles of occupants, in document order. */
export const ROLES = ['moderator', 'participant', 'visitor'] as const;

/** Who may send private messages. */
export const PRIVATE_MESSAGE_RULES = ['anyone', 'participants', 'moderators', 'none'] as const;

/**
 * The settings of a room: everything but its name, dates and affiliations, in the order of
 * validation. Contract: muc-and-legacy 3.2; core 1.11
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
  canAnyoneDiscoverJid: shownAs('canAnyoneDiscoverJID', flag(false)),
  canOccupantsChangeSubject: flag(false),
  canOccupantsInvite: flag(false),
  canChangeNickname: flag(true),
  logEnabled: flag(false),
  loginRestrictedToNickname: flag(false),
  membersOnly: flag(false),
  moderated: flag(false),
  allowPm: shownAs('allowPM', choice(PRIVATE_MESSAGE_RULES, 'anyone')),
  /** roles whose presence is broadcast */
  broadcastPresenceRoles: choices(ROLES, ROLES, 'none'),
};

/** Contract: muc-and-legacy 3.1 */
export const ROOM_SHOWN = shownNames(ROOM_FIELDS, {
  creationDate: 'subject',
  allowPm: 'broadcastPresenceRoles',
});

export type RoomOptions = Values<typeof ROOM_FIELDS>;

/** A stored room with its explicit affiliations. Contract: muc-and-legacy 3.1 */
export interface Room extends RoomOptions, AffiliationLists {
  readonly roomName: Localpart;
  readonly creationDate: Date;
  readonly modificationDate: Date;
}

/** A room to be stored. */
export interface RoomSettings extends RoomOptions {
  /** `null`: now for a new room, unchanged otherwise */
  readonly creationDate: Date | null;
  /** `null`: the creation date for a new room, now otherwise */
  readonly modificationDate: Date | null;
}

/** Which rooms of a service a list shows. Contract: muc-and-legacy 4 */
export interface RoomFilter {
  readonly rooms: 'public' | 'all' | 'none';
  /** as received; `null`: all rooms */
  readonly search: string | null;
  readonly expandGroups: boolean;
}

/** The prepared name of a room, `null` when `text` cannot be one. Contract: muc-and-legacy 1.1 */
export function roomName(text: string, use: Use = 'query'): Localpart | null {
  const name = localpart(text, use);
  return name === '.' || name === '..' ? null : name; // steps of a path, at which no client arrives
}
