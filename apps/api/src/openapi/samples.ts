import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { setBy } from '@chat-admin/domain/shared/patch';
import { issuedKeyDoc, keyDoc, keyDraftDoc, keysDoc } from '@chat-admin/codecs/access/key.doc';
import {
  apiSessionDoc,
  logoutDoc,
  oidcSignInDoc,
  signInDoc,
  signInWaysDoc,
  signOutDoc,
} from '@chat-admin/codecs/access/session.doc';
import { eventDoc, eventsDoc } from '@chat-admin/codecs/events/event.doc';
import {
  groupDoc,
  groupMemberDoc,
  groupMembersDoc,
  groupsDoc,
} from '@chat-admin/codecs/groups/group.doc';
import { affiliationsDocs } from '@chat-admin/codecs/muc/affiliations/affiliations.doc';
import { jobDoc, jobResultsDoc, jobsDoc } from '@chat-admin/codecs/jobs/job.doc';
import { invitationBody } from '@chat-admin/codecs/muc/invitations/invitation.doc';
import { bulkResultsDoc } from '@chat-admin/codecs/muc/rooms/bulk-rooms.doc';
import {
  messagesDoc,
  occupantDraftDoc,
  occupantsDoc,
  participantsDoc,
  retractionDoc,
  retractionResultDoc,
} from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { roomDoc, roomsDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import {
  chatServiceDoc,
  chatServicesDoc,
  configuredServiceDoc,
} from '@chat-admin/codecs/muc/services/chat-service.doc';
import {
  messageDoc,
  personalMessageDoc,
  sessionsDoc,
  unreadCountDoc,
} from '@chat-admin/codecs/sessions/session.doc';
import {
  sessionCountDoc,
  sessionsHistoryDoc,
} from '@chat-admin/codecs/sessions/session-statistics.doc';
import { overviewDoc } from '@chat-admin/codecs/overview/overview.doc';
import { healthDoc } from '@chat-admin/codecs/system/health.doc';
import { propertiesDoc, propertyDoc } from '@chat-admin/codecs/system/property.doc';
import { patchedRosterDoc, rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import { userGroupsDoc } from '@chat-admin/codecs/users/user-groups.doc';
import { roleDoc } from '@chat-admin/codecs/users/role.doc';
import { lockoutDoc, lockoutDraftDoc, lockoutsDoc } from '@chat-admin/codecs/users/lockout.doc';
import { userDoc, usersDoc } from '@chat-admin/codecs/users/user.doc';
import { AUDIT_SAMPLES } from './audit-samples.js';
import { NODE_SAMPLES } from './nodes.js';
import { FILE_SAMPLES } from './file-descriptions.js';
import { DIRECTORY_PATCH, DIRECTORY_SAMPLES } from './directory-descriptions.js';
import { REPORT_PATCH, REPORT_SAMPLES } from './report-samples.js';
import { RECORD_PATCHES, RECORD_SAMPLES } from './retention-descriptions.js';
import { WEBHOOK_PATCH, WEBHOOK_SAMPLES } from './webhook-samples.js';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { Value } from '@chat-admin/codecs/wire/schema';

const MORNING = new Date('2026-11-22T08:00:00.000Z');

const user: Value<typeof userDoc> = {
  username: 'ola',
  password: 'p1-secret',
  name: 'Ola N',
  email: 'ola@example.net',
  properties: [{ key: 'desk', value: '4B' }],
};
const lockout: Value<typeof lockoutDoc> = {
  username: 'ola',
  reason: 'Spam in tearoom',
  author: 'key:portal',
  created: MORNING,
  from: MORNING,
  until: new Date('2026-11-29T08:00:00.000Z'),
  active: true,
};
const group: Value<typeof groupDoc> = {
  name: 'Crew',
  description: 'Night crew',
  admins: ['ola@example.org'],
  members: ['far@other.example', 'zoe@example.org'],
  shared: true,
};
const event: Value<typeof eventDoc> = {
  id: '1042',
  type: 'user.renamed',
  timestamp: MORNING,
  actor: 'key:portal',
  source: 'api',
  request: '7f3a',
  object: '/users/bo',
  previous: '/users/ola',
  changed: ['username'],
  added: [],
  removed: [],
};
const { admins: _admins, members: _members, ...summary } = group;
const member: Value<typeof groupMemberDoc> = { jid: 'ola@example.org', role: 'admin' };
const contact: Value<typeof rosterItemDoc> = {
  jid: 'cy@example.org',
  nickname: 'Cy',
  subscription: 3,
  groups: ['Pals'],
};
const room: Value<typeof roomDoc> = {
  ...setBy(valuesOf(ROOM_FIELDS, {})),
  naturalName: 'Tea Room',
  description: 'Biscuits',
  subject: 'Earl Grey',
  maxUsers: 12,
  persistent: true,
  publicRoom: true,
  logEnabled: true,
  broadcastPresenceRoles: ['moderator'],
  roomName: 'tearoom',
  creationDate: MORNING,
  modificationDate: MORNING,
  owners: ['ann@example.org'],
  admins: [],
  members: ['bob@example.org'],
  outcasts: [],
  ownerGroups: [],
  adminGroups: [],
  memberGroups: ['ops'],
  outcastGroups: [],
};
const service = { name: 'conference', description: 'Public Chatrooms', hidden: false };
const property = { key: 'site.banner', value: 'hello' };
const occupant = { role: 'moderator', affiliation: 'owner' };
const draft = {
  name: 'portal',
  scopes: ['users:read', 'users:write'],
  allowedAddresses: ['192.0.2.0/24'],
  rateLimit: 600,
};
const key = { id: '7hq2m9xk4d', ...draft, created: MORNING, createdBy: 'secret' };

const job = {
  id: '42',
  type: 'users',
  status: 'running',
  dryRun: false,
  onExisting: 'update',
  created: MORNING,
  createdBy: 'admin',
  started: new Date('2026-11-22T08:00:01.000Z'),
  lines: 20_000,
  processed: 300,
  succeeded: 297,
  unchanged: 2,
  failed: 1,
  passwords: true,
};

/** One document of each kind, for the API description. */
export const SAMPLES: ReadonlyMap<DescribableDocument, unknown> = new Map([
  of(userDoc, user),
  of(usersDoc, [user]),
  of(userGroupsDoc, ['Blue', 'Red']),
  of(rosterItemDoc, contact),
  of(rosterDoc, [contact]),
  of(patchedRosterDoc, { inserts: 1, updates: 0 }),
  of(groupDoc, group),
  of(groupsDoc, [summary]),
  of(groupMemberDoc, member),
  of(groupMembersDoc, [member]),
  of(roomDoc, room),
  of(roomsDoc, [room]),
  of(bulkResultsDoc, {
    success: [
      { roomName: 'tearoom', resultType: 'Success', message: 'Room was successfully created' },
    ],
    failure: [],
    other: [],
  }),
  of(chatServiceDoc, service),
  of(chatServicesDoc, [service]),
  of(configuredServiceDoc, { ...service, historyMaxNumber: 25 }),
  ...Object.values(affiliationsDocs).map((list) => of(list, ['ola@example.org'])),
  of(
    invitationBody as unknown as DescribableDocument,
    {
      reason: 'Tea is ready',
      jidsToInvite: ['bob@example.org'],
    } as never,
  ),
  of(participantsDoc, [{ ...occupant, jid: 'tearoom@conference.example.org/Ann' }]),
  of(occupantsDoc, [
    {
      ...occupant,
      jid: 'tearoom@conference.example.org/Ann',
      userAddress: 'ann@example.org/phone',
    },
  ]),
  of(messagesDoc, [
    {
      to: 'tearoom@conference.example.org',
      from: 'tearoom@conference.example.org/Ann',
      type: 'groupchat',
      body: 'Milk?',
      delayStamp: '2026-11-22T08:00:00.000Z',
      delayFrom: 'ann@example.org/phone',
    },
  ]),
  of(retractionDoc, { ids: ['17', '18'], reason: 'spam' }),
  of(retractionResultDoc, { retracted: 2, unchanged: 0, missing: 0 }),
  of(messageDoc, { body: 'Maintenance at nine' }),
  of(sessionsDoc, [
    {
      sessionId: 'ola@example.org/phone',
      username: 'ola',
      resource: 'phone',
      node: 'Local',
      sessionStatus: 'Authenticated',
      presenceStatus: 'Online',
      priority: 5,
      hostAddress: '192.0.2.9',
      hostName: 'phone.example.net',
      creationDate: MORNING,
      lastActionDate: MORNING,
      secure: true,
    },
  ]),
  of(sessionCountDoc, { localSessions: 3, clusterSessions: 7 }),
  of(sessionsHistoryDoc, [{ timestamp: MORNING, sessions: 412, users: 388 }]),
  of(healthDoc, [
    { name: 'api', status: 'ok', since: MORNING },
    {
      ...{ name: 'chatserver', status: 'failed', since: MORNING },
      message: 'The chat server cannot be reached',
    },
  ]),
  of(overviewDoc, [
    { name: 'sessions', count: 7, isLimited: false },
    { name: 'lockouts', count: 100_000, isLimited: true },
    { name: 'expiringKeys', count: 1, isLimited: false, examples: ['portal'] },
  ]),
  of(unreadCountDoc, { jid: 'ola@example.org', count: 2 }),
  ...NODE_SAMPLES,
  of(propertyDoc, property),
  of(propertiesDoc, [property]),
  of(keyDraftDoc, draft),
  of(keyDoc, key),
  of(keysDoc, [key]),
  of(lockoutDoc, lockout),
  of(roleDoc, { role: 'help-desk' }),
  of(lockoutsDoc, [lockout]),
  of(lockoutDraftDoc, { reason: lockout.reason, until: lockout.until }),
  of(eventDoc, event),
  of(eventsDoc, [event]),
  of(occupantDraftDoc, { role: 'visitor' }),
  of(personalMessageDoc, { body: 'The kitchen is closed', subject: 'Kitchen', type: 'normal' }),
  ...[AUDIT_SAMPLES, DIRECTORY_SAMPLES, FILE_SAMPLES, REPORT_SAMPLES].flat(),
  ...[RECORD_SAMPLES, WEBHOOK_SAMPLES].flat(),
  of(jobDoc, job),
  of(jobsDoc, [job]),
  of(jobResultsDoc, [
    { line: 1, object: '/users/ola', outcome: 'created' },
    {
      line: 2,
      object: '/users/zoe',
      outcome: 'failed',
      exception: 'UserAlreadyExistsException',
      message: 'Could not create new user',
    },
  ]),
  of(signInDoc, { username: 'admin', password: 'correct horse' }),
  of(signInWaysDoc, { password: true, oidc: true, label: 'School account' }),
  of(oidcSignInDoc, { location: 'https://issuer.example/authorize?client_id=chat-admin' }),
  of(signOutDoc, { location: 'https://issuer.example/end?client_id=chat-admin' }),
  of(logoutDoc, { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }),
  of(apiSessionDoc, {
    ...{ username: 'admin', kind: 'session', scopes: ['*'] },
    ...{ expires: new Date('2026-11-22T08:30:00Z'), csrfToken: 'x'.repeat(43) },
    domain: 'example.org',
  }),
  of(issuedKeyDoc, { ...key, token: `cak_7hq2m9xk4d_${'x'.repeat(43)}` }),
]);

/** Merge patches, as they are sent. */
export const PATCHES: ReadonlyMap<DescribableDocument, object> = new Map<
  DescribableDocument,
  object
>([
  ...[WEBHOOK_PATCH, DIRECTORY_PATCH, REPORT_PATCH, ...RECORD_PATCHES],
  [userDoc, { email: null, properties: { desk: '5A', old: null } }],
  [groupDoc, { description: 'Day crew' }],
  [roomDoc, { subject: 'Darjeeling', maxUsers: null }],
  [configuredServiceDoc, { historyMaxNumber: 50 }],
  [keyDraftDoc, { rateLimit: 1200 }],
]);

function of<D extends DescribableDocument>(document: D, value: Value<D>) {
  return [document as DescribableDocument, value as unknown] as const;
}
