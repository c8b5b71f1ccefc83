import { MOST_AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { LOCALPART_PATTERN } from '@chat-admin/domain/shared/jid';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { FieldsOf } from '../../wire/fields-of.js';
import {
  alsoRead,
  always,
  date,
  doc,
  instead,
  integer,
  jid,
  list,
  listDoc,
  needed,
  scalarsOf,
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

const { naturalName, description, password, subject, allowPm, ...others } = scalarsOf(ROOM_FIELDS);

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraRoomFields = { occupantCount: integer, lastMessage: date };

/** Entries of user lists are JIDs, user names or group JIDs; those of group lists are names. */
export const roomDoc = doc(
  'chatRoom',
  {
    roomName: always(needed(['POST', 'PUT'], within({ pattern: LOCALPART_PATTERN }, text))),
    naturalName,
    description,
    password: secret(password),
    subject,
    creationDate: always(date),
    modificationDate: always(date),
    ...others,
    broadcastPresenceRoles: collection('broadcastPresenceRole', role),
    owners: collection('owner', jid, MOST_AFFILIATIONS),
    admins: collection('admin', jid, MOST_AFFILIATIONS),
    members: collection('member', jid, MOST_AFFILIATIONS),
    outcasts: collection('outcast', jid, MOST_AFFILIATIONS),
    ownerGroups: collection('ownerGroup', text, MOST_AFFILIATIONS),
    adminGroups: collection('adminGroup', text, MOST_AFFILIATIONS),
    memberGroups: collection('memberGroup', text, MOST_AFFILIATIONS),
    outcastGroups: collection('outcastGroup', text, MOST_AFFILIATIONS),
    allowPm,
  } satisfies FieldsOf<Room>,
  { unread: extraRoomFields },
);

export const roomsDoc = listDoc('chatRooms', roomDoc, {
  member: 'chatRooms',
  former: instead('chatRoom'),
});
