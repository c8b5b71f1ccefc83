import { MOST_AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import type { FieldsOf } from '../../wire/fields-of.js';
import {
  boolean,
  date,
  doc,
  instead,
  integer,
  jid,
  list,
  listDoc,
  named,
  secret,
  text,
} from '../../wire/schema.js';

const affiliates = { limit: MOST_AFFILIATIONS, formerlyWrapped: true };

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
  broadcastPresenceRoles: list('broadcastPresenceRole', text, { formerlyWrapped: true }),
  owners: list('owner', jid, affiliates),
  admins: list('admin', jid, affiliates),
  members: list('member', jid, affiliates),
  outcasts: list('outcast', jid, affiliates),
  ownerGroups: list('ownerGroup', text, affiliates),
  adminGroups: list('adminGroup', text, affiliates),
  memberGroups: list('memberGroup', text, affiliates),
  outcastGroups: list('outcastGroup', text, affiliates),
  allowPm: named('allowPM', text),
} satisfies FieldsOf<Room>);

export const roomsDoc = listDoc('chatRooms', roomDoc, {
  member: 'chatRooms',
  former: instead('chatRoom'),
});
