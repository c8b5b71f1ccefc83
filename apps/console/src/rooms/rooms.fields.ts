import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Room = components['schemas']['ChatRoom'];

const ROLES = ['moderator', 'participant', 'visitor'] as const;

/** Every member of a room. The names in forms and lists are `rooms.fields.…` of the texts, their effects `rooms.hints.…`. */
export const roomFields = fieldTable('rooms').of<Room>({
  roomName: { kind: 'text', column: 'shown', sort: 'roomName' },
  naturalName: { kind: 'text', group: 'about', column: 'shown', sort: 'naturalName', max: 255 },
  description: { kind: 'multiline', group: 'about', column: 'hidden', max: 255 },
  subject: { kind: 'text', group: 'about', column: 'shown', max: 100 },
  logEnabled: { kind: 'switch', group: 'about', column: 'hidden', width: 120 },
  publicRoom: { kind: 'switch', group: 'enter', column: 'shown', width: 100 },
  membersOnly: { kind: 'switch', group: 'enter', column: 'shown', width: 130 },
  password: { kind: 'password', group: 'enter', max: 50 },
  maxUsers: { kind: 'number', group: 'enter', column: 'hidden', width: 120, min: 0, most: 100_000 },
  registrationEnabled: { kind: 'switch', group: 'enter', column: 'hidden', width: 120 },
  loginRestrictedToNickname: { kind: 'switch', group: 'enter' },
  moderated: { kind: 'switch', group: 'speak', column: 'hidden', width: 120 },
  canOccupantsChangeSubject: { kind: 'switch', group: 'speak' },
  canOccupantsInvite: { kind: 'switch', group: 'speak' },
  canChangeNickname: { kind: 'switch', group: 'speak' },
  allowPM: {
    kind: 'choice',
    group: 'speak',
    choices: ['anyone', 'participants', 'moderators', 'none'],
  },
  canAnyoneDiscoverJID: { kind: 'switch', group: 'seen' },
  broadcastPresenceRoles: { kind: 'choices', group: 'seen', choices: ROLES },
  persistent: { kind: 'switch', group: 'lifetime', column: 'shown', width: 100 },
  occupantCount: { kind: 'number', column: 'shown', width: 100 },
  lastMessage: { kind: 'time', column: 'hidden', width: 140 },
  modificationDate: { kind: 'time', column: 'shown', width: 140, sort: 'modificationDate' },
  creationDate: { kind: 'time', column: 'hidden', width: 140, sort: 'creationDate' },
  owners: null, // all of these on the tab of people
  admins: null,
  members: null,
  outcasts: null,
  ownerGroups: null,
  adminGroups: null,
  memberGroups: null,
  outcastGroups: null,
});

/** The parts of the settings, in their order; `rooms.groups.…` of the texts. */
export const ROOM_GROUPS = ['about', 'enter', 'speak', 'seen', 'lifetime'] as const;

/** Settings that belong together; `rooms.presets.…` of the texts. */
export const ROOM_PRESETS = {
  open: { publicRoom: true, membersOnly: false, moderated: false },
  announcement: {
    publicRoom: true,
    membersOnly: false,
    moderated: true,
    canOccupantsChangeSubject: false,
    canOccupantsInvite: false,
  },
  private: {
    publicRoom: false,
    membersOnly: true,
    moderated: false,
    canOccupantsInvite: false,
  },
  class: {
    publicRoom: false,
    membersOnly: true,
    moderated: false,
    canOccupantsChangeSubject: false,
    canOccupantsInvite: false,
    canChangeNickname: false,
    canAnyoneDiscoverJID: true,
    logEnabled: true,
    persistent: true,
  },
} as const satisfies Readonly<Record<string, Partial<Room>>>;
