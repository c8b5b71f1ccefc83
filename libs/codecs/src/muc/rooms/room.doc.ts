import type { Room } from '@chat-admin/domain/muc/rooms/room';
import type { FieldsOf } from '../../wire/fields-of.js';
import { AFFILIATIONS } from '../affiliations/affiliations.doc.js';
import {
  boolean,
  date,
  doc,
  integer,
  jid,
  list,
  listDoc,
  named,
  secret,
  text,
} from '../../wire/schema.js';

const limit = { limit: AFFILIATIONS };

/** Entries of user lists are JIDs, user names or group JIDs; those of group lists are names. */
export const roomDoc = doc('chatRoom', {
  roomName: text,
  naturalName: text,
  description: text,
  password: secret(text),
  subject: text,
  creationDate: date,
  modificationDate: date,
  maxUsers: integer,
  persistent: boolean,
  publicRoom: boolean,
  registrationEnabled: boolean,
  canAnyoneDiscoverJid: named('canAnyoneDiscoverJID', boolean),
  canOccupantsChangeSubject: boolean,
  canOccupantsInvite: boolean,
  canChangeNickname: boolean,
  logEnabled: boolean,
  loginRestrictedToNickname: boolean,
  membersOnly: boolean,
  moderated: boolean,
  broadcastPresenceRoles: list('broadcastPresenceRole', text),
  owners: list('owner', jid, limit),
  admins: list('admin', jid, limit),
  members: list('member', jid, limit),
  outcasts: list('outcast', jid, limit),
  ownerGroups: list('ownerGroup', text, limit),
  adminGroups: list('adminGroup', text, limit),
  memberGroups: list('memberGroup', text, limit),
  outcastGroups: list('outcastGroup', text, limit),
  allowPm: named('allowPM', text),
} satisfies FieldsOf<Room>);

export const roomsDoc = listDoc('chatRooms', roomDoc, { member: 'chatRooms' });
