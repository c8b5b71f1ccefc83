import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';

const AFFILIATED = '(?:Owner|Admin|Member|Outcast)';
const USER_PATHS =
  'getUser updateUser patchUser deleteUser lockUser unlockUser getLockout putLockout sendMessageToUser getPhoto .*Vcard .*RosterItems? listUserGroups addUserToGroups? removeUserFromGroups?';
const ROOM_PATHS = `getRoom replaceRoom patchRoom deleteRoom deleteRoomMessage getRoomHistory listRoomOccupants listRoomParticipants kickOccupant changeOccupantRole sendMessageToRoom inviteToRoom inviteManyToRoom .*Room${AFFILIATED}s?(?:Group)?`;
const SERVICES = `.*Rooms? ${ROOM_PATHS} getChatService deleteChatService patchChatService`;
const ACCOUNTS = 'createUser updateUser patchUser deleteUser lockUser unlockUser putLockout';

/**
 * What operations are refused with besides what all may be (core 1.7): patterns of their ids; those
 * at singular addresses are the same. Contract: core 9, muc-and-legacy 12, extensions E9 "Errors"
 */
const OPERATIONS: { readonly [C in ErrorCode]?: string } = {
  'affiliation-change-not-allowed': `(?:add|replace)Room${AFFILIATED}s?(?:Group)?`,
  'affiliation-list-missing': `(?:add|replace)Room${AFFILIATED}s?`,
  'affiliation-removal-not-allowed': `removeRoom${AFFILIATED}(?:Group)?`,
  'audit-write-only': 'listAuditEntries',
  'chat-service-already-exists': 'createChatService',
  'chat-service-has-rooms': 'deleteChatService',
  'chat-service-name-mismatch': 'patchChatService',
  'chat-service-not-found': SERVICES,
  'check-failed': 'check.*',
  'cluster-node-not-found': 'getClusterNode',
  'document-unknown':
    'createUser updateUser addRosterItem updateRosterItem createGroup replaceGroup createChatService createRooms? replaceRoom putLockout createKey createWebhook setProperty updateProperty broadcastMessage sendMessageTo.*',
  'event-not-yet-happened': 'listEvents replayWebhook',
  'events-gone': 'listEvents replayWebhook',
  'file-gone': 'fetchJobFile',
  'group-already-exists': 'createGroup',
  'group-member-not-found': 'removeGroupMember',
  'group-name-mismatch': 'replaceGroup patchGroup',
  'group-name-missing': 'replaceGroup patchGroup',
  'group-not-found': `getGroup replaceGroup patchGroup deleteGroup sendMessageToGroup .*GroupMembers? removeUserFromGroups? addUserToGroups? inviteToRoom (?:add|remove)Room${AFFILIATED}(?:Group)?`,
  'idempotency-unsupported':
    'signIn signOut .*Key fetchJobPasswords fetchJobFile createWebhook rotateWebhook',
  'invalid-chat-service-name': 'createChatService createRooms? replaceRoom',
  'invalid-group-member': `createGroup replaceGroup patchGroup putGroupMember removeGroupMember createGroup replaceGroup patchGroup`,
  'invalid-group-name': 'createGroup addUserToGroups?',
  'invalid-jid': `.*RosterItem patchRosterItems countUnreadMessages createRooms? patchRoom replaceRoom deleteRoom inviteToRoom inviteManyToRoom (?:add|remove|replace)Room${AFFILIATED}s?`,
  'invalid-property-name': 'setProperty updateProperty',
  'invalid-room-name': 'createRooms? replaceRoom',
  'invalid-username': 'createUser updateUser patchUser',
  'invalid-value': `createUser updateUser patchUser patchUser`,
  'invalid-vcard': 'createVcard replaceVcard',
  'job-in-progress': 'deleteJob',
  'job-not-finished': 'fetchJobPasswords fetchJobFile',
  'job-not-found': 'getJob listJobResults fetchJobPasswords fetchJobFile cancelJob deleteJob',
  'key-already-exists': 'createKey patchKey',
  'key-not-found': 'getKey patchKey deleteKey rotateKey',
  'key-too-strong': 'createKey patchKey rotateKey',
  'last-administrator': `${ACCOUNTS} .*Property`,
  'lockout-ends-before-start': 'putLockout',
  'lockout-not-found': 'getLockout',
  'message-body-missing': 'broadcastMessage sendMessageTo.*',
  'message-not-found': 'deleteRoomMessage',
  'new-user-property-incomplete': 'createUser',
  'not-the-job-maker': `fetchJobPasswords fetchJobFile`,
  'occupant-not-found': 'kickOccupant changeOccupantRole',
  'own-account': `${ACCOUNTS} .*Property`,
  'password-empty': 'updateUser patchUser',
  'password-missing': 'createUser updateUser',
  'passwords-gone': 'fetchJobPasswords',
  'photo-not-found': 'getPhoto',
  'property-has-unrelated-children': 'deleteProperty',
  'property-incomplete': 'setProperty updateProperty',
  'property-name-mismatch': 'updateProperty',
  'property-not-found': 'getProperty deleteProperty',
  'property-protected': 'setProperty updateProperty deleteProperty',
  'property-to-update-not-found': 'updateProperty',
  'role-fixed': 'changeOccupantRole',
  'room-already-exists': 'createRoom',
  'room-creation-not-allowed': 'createRoom',
  'room-name-mismatch': 'replaceRoom patchRoom',
  'room-not-found': ROOM_PATHS,
  'room-update-not-allowed': 'replaceRoom patchRoom',
  'roster-item-already-exists': 'addRosterItem',
  'roster-item-missing': 'updateRosterItem patchRosterItems',
  'roster-item-not-found': 'removeRosterItem',
  'roster-item-to-update-not-found': 'updateRosterItem',
  'roster-jid-missing': 'addRosterItem patchRosterItems',
  'session-not-found': 'closeSession closeUserSessions',
  'shared-group-forbids-creation': 'addRosterItem patchRosterItems',
  'shared-group-forbids-removal': 'removeRosterItem',
  'shared-group-forbids-update': 'updateRosterItem patchRosterItems',
  'too-many-chat-services': 'createChatService createRooms? replaceRoom',
  'too-many-jobs': 'createJob',
  'too-many-keys': 'createKey',
  'too-many-properties': 'setProperty',
  'too-many-receivers': 'sendMessageToGroup',
  'too-many-streams': 'listEvents',
  'too-many-webhooks': 'createWebhook',
  'unknown-group': `createRooms? replaceRoom patchRoom inviteManyToRoom (?:add|replace)Room${AFFILIATED}s`,
  'unknown-member': 'patch.*',
  'unreadable-table': 'createJob',
  'user-already-exists': 'createUser updateUser patchUser',
  'user-not-found': USER_PATHS,
  'user-not-local': '.*Vcard getPhoto listUserGroups addUserToGroups? removeUserFromGroups?',
  'user-property-incomplete': 'updateUser patchUser',
  'user-to-rename-not-found': 'updateUser patchUser',
  'webhook-disabled': 'replayWebhook',
  'webhook-not-found':
    'getWebhook patchWebhook deleteWebhook rotateWebhook testWebhook listWebhookDeliveries replayWebhook',
  'webhook-too-weak': 'patchWebhook deleteWebhook rotateWebhook testWebhook replayWebhook',
};

/** As patterns. */
export const REFUSALS = Object.entries(OPERATIONS).map(
  ([code, operations]) =>
    [code as ErrorCode, new RegExp(`^(?:${operations.replaceAll(' ', '|')})$`)] as const,
);

/** What an operation is refused with by itself. */
export const refusalsOf = (operation: string): readonly ErrorCode[] => {
  const id = operation.replace(/AtSingular$/, '');
  return REFUSALS.flatMap(([code, pattern]) => (pattern.test(id) ? [code] : []));
};
