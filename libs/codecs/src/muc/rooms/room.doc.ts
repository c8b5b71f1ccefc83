import { MOST_AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { FieldsOf } from '../../wire/fields-of.js';
import {
  alsoRead,
  always,
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
  valuesOf,
  within,
  type Item,
} from '../../wire/schema.js';

/** Older clients call the list like its entries. */
const collection = <I extends Item>(itemName: string, item: I, limit: Limit | null = null) =>
  alsoRead([itemName], list(itemName, item, { limit, formerlyWrapped: true }));

const role = within(valuesOf(ROOM_FIELDS.broadcastPresenceRoles), text);

/** Entries of user lists are JIDs, user names or group JIDs; those of group lists are names. */
export const roomDoc = doc('chatRoom', {
  roomName: always(text),
  naturalName: within(valuesOf(ROOM_FIELDS.naturalName), text),
  description: within(valuesOf(ROOM_FIELDS.description), text),
  password: secret(within(valuesOf(ROOM_FIELDS.password), text)),
  subject: text,
  creationDate: always(date),
  modificationDate: always(date),
  maxUsers: always(integer),
  persistent: always(boolean),
  publicRoom: always(boolean),
  registrationEnabled: always(boolean),
  canAnyoneDiscoverJid: always(named(ROOM_FIELDS.canAnyoneDiscoverJid.wireName, boolean)),
  canOccupantsChangeSubject: always(boolean),
  canOccupantsInvite: always(boolean),
  canChangeNickname: always(boolean),
  logEnabled: always(boolean),
  loginRestrictedToNickname: always(boolean),
  membersOnly: always(boolean),
  moderated: always(boolean),
  broadcastPresenceRoles: collection('broadcastPresenceRole', role),
  owners: collection('owner', jid, MOST_AFFILIATIONS),
  admins: collection('admin', jid, MOST_AFFILIATIONS),
  members: collection('member', jid, MOST_AFFILIATIONS),
  outcasts: collection('outcast', jid, MOST_AFFILIATIONS),
  ownerGroups: collection('ownerGroup', text, MOST_AFFILIATIONS),
  adminGroups: collection('adminGroup', text, MOST_AFFILIATIONS),
  memberGroups: collection('memberGroup', text, MOST_AFFILIATIONS),
  outcastGroups: collection('outcastGroup', text, MOST_AFFILIATIONS),
  allowPm: always(named(ROOM_FIELDS.allowPm.wireName, within(valuesOf(ROOM_FIELDS.allowPm), text))),
} satisfies FieldsOf<Room>);

export const roomsDoc = listDoc('chatRooms', roomDoc, {
  member: 'chatRooms',
  former: instead('chatRoom'),
});

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraRoomFields = { occupantCount: integer, lastMessage: date };
