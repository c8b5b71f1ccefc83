import { ERROR_ANSWERS, ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
/** A refusal of some operations; `…` in its text stands for a value. */
interface Refusal {
  readonly operations: RegExp;
  readonly status: number;
  readonly exception: string;
  readonly message: string;
}

const refusals = (
  status: number,
  exception: string,
  ...rows: readonly (readonly [operations: string, message: string])[]
): readonly Refusal[] =>
  rows.map(([operations, message]) => ({
    operations: new RegExp(`^(?:${operations.replaceAll(' ', '|')})$`),
    ...{ status, exception, message },
  }));

const AFFILIATED = '(?:Owner|Admin|Member|Outcast)';
const USER_PATHS =
  'getUser updateUser patchUser deleteUser lockUser unlockUser getLockout putLockout sendMessageToUser getPhoto .*Vcard .*RosterItems? listUserGroups addUserToGroups? removeUserFromGroups?';
const ROOM_PATHS = `getRoom replaceRoom patchRoom deleteRoom deleteRoomMessage getRoomHistory listRoomOccupants listRoomParticipants kickOccupant changeOccupantRole sendMessageToRoom inviteToRoom inviteManyToRoom .*Room${AFFILIATED}s?(?:Group)?`;
const SERVICES = `.*Rooms? ${ROOM_PATHS} getChatService deleteChatService patchChatService`;
const ACCOUNTS = 'createUser updateUser patchUser deleteUser lockUser unlockUser putLockout';

/**
 * What operations are refused with besides what all may be (core 1.7), by the ids of the operations;
 * those at singular addresses are the same. Contract: core 9, muc-and-legacy 12, extensions E9 "Errors"
 */
export const REFUSALS: readonly Refusal[] = [
  ...refusals(
    400,
    'IllegalArgumentException',
    ['createUser updateUser patchUser', 'Could not create new user'],
    ['createUser updateUser patchUser', 'Invalid value for password'],
    ['patchUser', 'Invalid value for username'],
    ['createUser', 'Could not create new user, because a property has no key or no value'],
    [
      'updateUser patchUser',
      'Could not update the user, because a property has no key or no value',
    ],
    ['updateUser patchUser', 'Could not update the user, because the password is empty'],
    [
      '.*Vcard getPhoto listUserGroups addUserToGroups? removeUserFromGroups?',
      'This service cannot be used for non-local users.',
    ],
    ['addRosterItem', 'JID is null'],
    ['updateRosterItem', 'Could not update the roster'],
    [
      `.*RosterItem countUnreadMessages createRooms? patchRoom replaceRoom deleteRoom inviteToRoom inviteManyToRoom (?:add|remove|replace)Room${AFFILIATED}s?`,
      'Unable to parse value as jid: …',
    ],
    ['createVcard replaceVcard', 'Could not parse the provided data as a vCard'],
    ['createGroup addUserToGroups?', 'Could not create new group'],
    ['replaceGroup patchGroup', 'Could not update new group'],
    [
      'replaceGroup patchGroup',
      'Could not update the group. The group name is different to the payload group name.',
    ],
    [
      'createGroup replaceGroup patchGroup putGroupMember removeGroupMember',
      'Cannot parse a member value as a JID: …',
    ],
    ['createGroup replaceGroup patchGroup', 'Cannot parse a admin value as a JID: …'],
    ['setProperty updateProperty', 'Property name and value are required'],
    ['setProperty updateProperty', 'Invalid property name'],
    ['updateProperty', "Path property name and entity property name doesn't match"],
    [
      'deleteProperty',
      'Could not delete the property, because the deletion could also delete unrelated properties',
    ],
    ['broadcastMessage sendMessageTo.*', 'Message content/body is null or empty'],
    ['putLockout', 'Could not lock the user, because the end is not after the start'],
    [
      'sendMessageToGroup',
      'Could not send the message, because the group has more than 10000 people',
    ],
    ['createJob', 'Could not read the table: …'],
    ['createChatService createRooms? replaceRoom', 'Could not create the chat service'],
    ['patchChatService', 'Could not update the chat service'],
    ['createRooms? replaceRoom', 'Could not create the channel'],
    [
      'replaceRoom patchRoom',
      'Could not update the channel. The room name is different to the entity room name.',
    ],
    [
      `createRooms? replaceRoom patchRoom inviteManyToRoom (?:add|replace)Room${AFFILIATED}s`,
      'Could not find group: …',
    ],
    ...['owner', 'admin', 'member', 'outcast'].map(
      (affiliation) =>
        [
          `(?:add|replace)Room${affiliation.replace(/^./, (first) => first.toUpperCase())}s?`,
          `Could not apply modification to list of ${affiliation}`,
        ] as const,
    ),
    ['patch.*', 'Unknown member: …'],
    [
      'signIn signOut .*Key fetchJobPasswords fetchJobFile createWebhook rotateWebhook',
      'Idempotency-Key is not supported at this address',
    ],
  ),
  ...refusals(400, 'PasswordIsNull', [
    'createUser updateUser',
    'Could not create new user, because password is null',
  ]),
  ...refusals(
    400,
    'SharedGroupException',
    ['addRosterItem', 'Could not create roster item'],
    ['updateRosterItem', 'Could not update the roster'],
    ['removeRosterItem', 'Could not delete the roster item'],
  ),
  ...refusals(403, 'ForbiddenException', [
    'createKey patchKey rotateKey',
    'The key would be stronger than its maker',
  ]),
  ...refusals(403, 'ForbiddenException', [
    'patchWebhook deleteWebhook rotateWebhook testWebhook replayWebhook',
    'The webhook would be weaker than its maker',
  ]),
  ...refusals(403, 'NotAllowedException', [
    'setProperty updateProperty deleteProperty',
    'This property cannot be changed through the API',
  ]),
  ...refusals(403, 'ForbiddenException', [
    'fetchJobPasswords',
    'Only the maker of the job may fetch its passwords',
  ]),
  ...refusals(403, 'ForbiddenException', [
    'fetchJobFile',
    'Only the maker of the job may fetch its file',
  ]),
  ...refusals(403, 'AuditWriteOnlyException', [
    'listAuditEntries',
    'Could not get security audit logs, because the permission is set to write only',
  ]),
  ...refusals(
    404,
    'UserNotFoundException',
    [USER_PATHS, 'Could not get user'],
    ['updateUser patchUser', 'Could not find user'],
    ['updateRosterItem', 'Could not update the roster'],
    ['removeGroupMember', 'Could not find group member'],
  ),
  ...refusals(404, 'PhotoNotFoundException', ['getPhoto', 'Could not find photo']),
  ...refusals(404, 'RosterItemNotFound', ['removeRosterItem', 'Roster Item could not deleted']),
  ...refusals(404, 'GroupNotFoundException', [
    `getGroup replaceGroup patchGroup deleteGroup sendMessageToGroup .*GroupMembers? removeUserFromGroups? addUserToGroups? inviteToRoom (?:add|remove)Room${AFFILIATED}(?:Group)?`,
    'Could not find group',
  ]),
  ...refusals(
    410,
    'EventsGoneException',
    ['listEvents replayWebhook', 'Events up to … are no longer kept'],
    ['listEvents replayWebhook', 'The event has not happened yet'],
  ),
  ...refusals(410, 'PasswordsGoneException', [
    'fetchJobPasswords',
    'The passwords have been handed out',
  ]),
  ...refusals(410, 'FileGoneException', ['fetchJobFile', 'The file has been handed out']),
  ...refusals(429, 'TooManyRequestsException', ['listEvents', 'Too many event streams are open']),
  ...refusals(503, 'ServiceUnavailableException', ['check.*', 'Check failed: …']),
  ...refusals(404, 'KeyNotFoundException', [
    'getKey patchKey deleteKey rotateKey',
    'Could not find key',
  ]),
  ...refusals(
    404,
    'PropertyNotFoundException',
    ['getProperty deleteProperty', 'Could not find property'],
    ['updateProperty', 'Could not find property for update'],
  ),
  ...refusals(404, 'MUCServiceNotFoundException', [
    SERVICES,
    'Chat service does not exist or is not accessible.',
  ]),
  ...refusals(404, 'RoomNotFoundException', [
    ROOM_PATHS,
    'Chat room does not exist or is not accessible.',
  ]),
  ...refusals(404, 'LockoutNotFoundException', ['getLockout', 'The user is not locked']),
  ...refusals(404, 'SessionNotFoundException', [
    'closeSession closeUserSessions',
    'Could not find session',
  ]),
  ...refusals(404, 'OccupantNotFoundException', [
    'kickOccupant changeOccupantRole',
    'Could not find occupant',
  ]),
  ...refusals(404, 'JobNotFoundException', [
    'getJob listJobResults fetchJobPasswords fetchJobFile cancelJob deleteJob',
    'Could not find job',
  ]),
  ...refusals(404, 'WebhookNotFoundException', [
    'getWebhook patchWebhook deleteWebhook rotateWebhook testWebhook listWebhookDeliveries replayWebhook',
    'Could not find webhook',
  ]),
  ...refusals(404, 'MessageNotFoundException', ['deleteRoomMessage', 'Could not find message']),
  ...refusals(404, 'ClusterNodeNotFoundException', [
    'getClusterNode',
    'Could not find a cluster node with this NodeID.',
  ]),
  ...refusals(
    409,
    'UserAlreadyExistsException',
    ['createUser updateUser patchUser', 'Could not create new user'],
    ['addRosterItem', 'Could not create roster item'],
  ),
  ...refusals(409, 'GroupAlreadyExistsException', ['createGroup', 'Could not create a group']),
  ...refusals(
    409,
    'AlreadyExistsException',
    ['createChatService', 'Could not create the chat service'],
    ['createRoom', 'Could not create the channel'],
    ['createKey patchKey', 'Could not create the key'],
  ),
  ...refusals(
    409,
    'NotAllowedException',
    [`${ACCOUNTS} .*Property`, 'You cannot do this to yourself'],
    [`${ACCOUNTS} .*Property`, 'This is the last administrator'],
    ['setProperty', 'Could not create the property'],
    ['createKey', 'Could not create the key'],
    ['createRoom', 'Could not create the channel'],
    ['replaceRoom patchRoom', 'Could not update the channel'],
    ['createChatService createRooms? replaceRoom', 'Could not create the chat service'],
    ['deleteChatService', 'Could not delete the chat service'],
    ['changeOccupantRole', 'Could not change the role'],
    ['createJob', 'Could not create the job'],
    ['deleteJob', 'Could not delete the job'],
    ['createWebhook', 'Could not create the webhook'],
    ['replayWebhook', 'The webhook is disabled'],
    ['fetchJobPasswords fetchJobFile', 'The job is not finished'],
    [`removeRoom${AFFILIATED}(?:Group)?`, 'Could not delete affiliation'],
    ...['owner', 'admin', 'member', 'outcast'].map(
      (affiliation) =>
        [
          `(?:add|replace)Room${affiliation.replace(/^./, (first) => first.toUpperCase())}s?(?:Group)?`,
          `Could not apply modification to list of ${affiliation}`,
        ] as const,
    ),
  ),
];

function codeOf({ status, exception, message }: Refusal): ErrorCode {
  const found = ERROR_CODES.find((code) => {
    const form = ERROR_ANSWERS[code];
    const shape = form.text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.()]/g, '\\$&'))
      .join('.+');
    return (
      form.status === status &&
      form.exception === exception &&
      new RegExp(`^${shape}$`).test(message)
    );
  });
  if (found === undefined) throw new Error(`No code: ${status} ${exception} ${message}`);
  return found;
}

const CODES = REFUSALS.map((refusal) => [refusal, codeOf(refusal)] as const);

/** What an operation is refused with by itself. */
export const refusalsOf = (operation: string): readonly ErrorCode[] => {
  const id = operation.replace(/AtSingular$/, '');
  return [
    ...new Set(CODES.filter(([{ operations }]) => operations.test(id)).map(([, code]) => code)),
  ];
};
