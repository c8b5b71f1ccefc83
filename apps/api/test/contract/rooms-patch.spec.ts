import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { Field } from '@chat-admin/domain/shared/fields';
import { API_ROOT } from '../../src/http/api-root.js';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, refusal } from '../support/expectations.js';
import { Patches } from '../support/patches.js';
import { createGroups, createRoom } from '../support/people.js';
import {
  clearRooms,
  DEFAULTS,
  makeRoom,
  noRoom,
  noService,
  notAllowed,
  readRoom,
} from '../support/room-documents.js';
import { TestApi } from '../support/test-api.js';

const UPDATE = 'Could not update the channel';
const OTHER_NAME = `${UPDATE}. The room name is different to the entity room name.`;
const DATE = '2001-02-03T04:05:06.007+00:00';

const den = {
  ...DEFAULTS,
  roomName: 'den',
  naturalName: 'Den',
  description: 'd',
  password: 'p',
  subject: 's',
  creationDate: DATE,
  modificationDate: DATE,
  maxUsers: 3,
  persistent: true,
  publicRoom: true,
  registrationEnabled: false,
  canAnyoneDiscoverJID: true,
  canOccupantsChangeSubject: true,
  canOccupantsInvite: true,
  canChangeNickname: false,
  logEnabled: true,
  loginRestrictedToNickname: false,
  membersOnly: true,
  moderated: true,
  broadcastPresenceRoles: ['visitor'],
  owners: ['ann@example.org'],
  admins: ['kim@example.org'],
  members: ['bob@example.org'],
  outcasts: ['eve@example.org'],
  ownerGroups: ['ops'],
  adminGroups: [],
  memberGroups: [],
  outcastGroups: [],
  allowPM: 'none',
};
/** by their names on the wire */
const FLAGS = Object.entries<Field>(ROOM_FIELDS).flatMap(([name, { kind, wireName }]) =>
  kind === 'flag' ? [wireName ?? name] : [],
);
const chatServer = new ChatServerSpy();
let api: TestApi;
let patches: Patches;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  patches = new Patches(api, chatServer);
});
beforeEach(async () => {
  await createGroups(api, { name: 'ops', members: ['gil'] }, { name: 'devs', members: ['hal'] });
  await makeRoom(api, den);
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const PATH = '/chatrooms/den';
const path = `${API_ROOT}${PATH}`;

/** All members but the date of the change. */
const without = ({ modificationDate: _date, ...rest }: Record<string, unknown>) => rest;

it.each([
  ...[{ naturalName: '' }, { description: 'x' }, { subject: 'x' }, { maxUsers: -1 }],
  ...[{ password: 'q' }, { creationDate: '1999-01-02T03:04:05.006+00:00' }],
  ...FLAGS.map((name) => ({ [name]: !den[name as 'moderated'] })),
  ...[{ broadcastPresenceRoles: ['moderator', 'visitor'] }, { allowPM: 'moderators' }],
])('what a patch names is changed, all else stays: %j', async (change) => {
  const { document, facts, told } = await patches.apply(PATH, { roomName: 'DEN', ...change });
  expect(without(document)).toEqual(without({ ...den, ...change }));
  expect(document['modificationDate']).not.toBe(DATE);
  expect(document).toEqual(await readRoom(api, 'den'));
  expect(facts).toBe(`changed=${Object.keys(change).join(',')}`);
  expect(told).toEqual([
    { changed: [{ service: 'conference', room: 'den', version: expect.any(Number) }] },
  ]);
});

it.each([
  [
    { owners: ['zoe'] },
    { owners: ['zoe@example.org'] },
    'added=owner:zoe@example.org; removed=owner:ann@example.org',
  ],
  [
    { admins: { admin: 'zoe' } },
    { admins: ['zoe@example.org'] },
    'added=admin:zoe@example.org; removed=admin:kim@example.org',
  ],
  [{ members: [] }, { members: [] }, 'removed=member:bob@example.org'],
  [
    { outcasts: ['x@y.example'] },
    { outcasts: ['x@y.example'] },
    'added=outcast:x@y.example; removed=outcast:eve@example.org',
  ],
  [{ memberGroups: ['devs'] }, { memberGroups: ['devs'] }, expect.stringMatching(/^added=member:/)],
  [{ ownerGroups: [] }, { ownerGroups: [] }, expect.stringMatching(/^removed=owner:/)],
  [
    { adminGroups: ['ops'] },
    { adminGroups: ['ops'], ownerGroups: [] },
    expect.stringMatching(/^added=admin:.*; removed=owner:/),
  ],
  [
    { members: ['kim'], admins: ['bob'] },
    { admins: ['bob@example.org'], members: ['kim@example.org'] },
    expect.any(String),
  ],
])('a list replaces the list: %j', async (patch, change, expected) => {
  const { document, facts } = await patches.apply(PATH, patch);
  expect(without(document)).toEqual(without({ ...den, ...change }));
  expect(document).toEqual(await readRoom(api, 'den'));
  expect(facts).toEqual(expected);
});

const absent = Object.fromEntries(
  (['naturalName', 'description', 'password', 'subject'] as const).map((name) => [name, undefined]),
);
const cleared = { ...den, ...absent, ...DEFAULTS, creationDate: DATE };

it.each(Object.keys(den).filter((name) => !/^roomName|Date$/.test(name)))(
  'what is cleared is as absent in a PUT: %s',
  async (name) => {
    const { document } = await patches.apply(PATH, { [name]: null });
    const left = cleared[name as keyof typeof cleared];
    const isSame = JSON.stringify(left) === JSON.stringify(den[name as keyof typeof den]);
    expect(document).toEqual(
      JSON.parse(
        JSON.stringify({
          ...den,
          [name]: left,
          ...(isSame ? {} : { modificationDate: document['modificationDate'] }),
        }),
      ),
    );
    expect(document['modificationDate'] === DATE).toBe(isSame);
  },
);

it('dates are stored as supplied; that of the creation is never removed, the other becomes now', async () => {
  const date = '2002-02-02T02:02:02.002+00:00';
  const changed = await patches.apply(PATH, { subject: 'x', modificationDate: date });
  expect(changed.document).toEqual({ ...den, subject: 'x', modificationDate: date });
  expect((await patches.apply(PATH, { modificationDate: DATE })).document).toEqual({
    ...den,
    subject: 'x',
  });
  await patches.expectNoChange(PATH, { creationDate: null });
  const { document } = await patches.apply(PATH, { modificationDate: null });
  expect(without(document)).toEqual(without({ ...den, subject: 'x' }));
  expect(document['modificationDate']).not.toBe(DATE);
});

it.each([
  ...[{}, den, { roomName: 'Den' }, { owners: ['ANN'] }, { allowPM: 'NONE' }, { password: 'p' }],
  { broadcastPresenceRoles: ['visitor', '', 'visitor'], modificationDate: DATE },
])('what is so already changes nothing: %j', async (same) => {
  await patches.expectNoChange(PATH, same);
});

it('a room without an owner of its own gets none by a patch that does not speak of owners', async () => {
  await createRoom(api, 'hall', [{ kind: 'group', who: 'ops', affiliation: 'owner' }]);
  await patches.expectNoChange('/chatrooms/hall', {});
  const { document } = await patches.apply('/chatrooms/hall', { subject: 'x' });
  expect(document).toMatchObject({ owners: [], ownerGroups: ['ops'] });
  const { document: owned } = await patches.apply('/chatrooms/hall', { owners: [] });
  expect(owned).toMatchObject({ owners: ['admin@example.org'], ownerGroups: ['ops'] });
});

it('a patch without owners gives the room to the default owner, whatever he was in it (CK-6)', async () => {
  await makeRoom(api, { roomName: 'hall', owners: ['ann'], admins: ['admin'] });
  const { document } = await patches.apply('/chatrooms/hall', { owners: null });
  expect(document).toMatchObject({ owners: ['admin@example.org'], admins: [] });
  await patches.apply('/chatrooms/hall', { owners: ['ann'], outcasts: ['admin'] });
  const detail = 'admin@example.org is the owner, since the document names none';
  await patches.expectRefused(
    '/chatrooms/hall',
    { owners: [] },
    notAllowed(UPDATE, 'hall', detail),
  );
});

it('reserved nicknames of those who stay are kept', async () => {
  await createRoom(api, 'hall', [
    { who: 'ann@example.org', affiliation: 'owner' },
    { who: 'bob@example.org', affiliation: 'member', nickname: 'Bobby' },
  ]);
  await patches.apply('/chatrooms/hall', { members: ['bob', 'zoe'], subject: 'x' });
  const rows = await api.database.sql("select jid from room_affiliation where nickname = 'Bobby'");
  expect(rows).toEqual([{ jid: 'bob@example.org' }]);
});

it('those whom a patch affiliates are invited if it asks for that', async () => {
  const change = { members: ['bob', 'zoe'], adminGroups: ['devs'] };
  const { told } = await patches.apply(`${PATH}?sendInvitations=true`, change);
  const invited = told.flatMap((one) =>
    'invitations' in (one as object)
      ? (one as { invitations: { to: string }[] }).invitations.map(({ to }) => to)
      : [],
  );
  expect(invited.sort()).toEqual(['hal@example.org', 'zoe@example.org']);
  await patches.expectNoChange(`${PATH}?sendInvitations=true`, change);
});

it('the room is that of its service', async () => {
  await makeRoom(api, { roomName: 'den', subject: 'other' }, '?servicename=lab');
  const { document } = await patches.apply(`${PATH}?servicename=LAB`, { description: 'x' });
  expect(document).toMatchObject({ subject: 'other', description: 'x' });
  expect(await readRoom(api, 'den')).toEqual(den);
});

it('parallel patches of different fields all survive', async () => {
  const changes = [
    { subject: 'x' },
    { maxUsers: 9 },
    { members: ['zoe'] },
    { ownerGroups: [] },
    { password: null },
  ];
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => patches.send(PATH, changes[n % changes.length])),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const { password: _password, ...rest } = den;
  expect(without(await readRoom(api, 'den'))).toEqual(
    without({ ...rest, subject: 'x', maxUsers: 9, members: ['zoe@example.org'], ownerGroups: [] }),
  );
});

it.each([
  ['[]', 'Could not read the request body: a merge patch is a JSON object'],
  [{ allowPm: 'none' }, 'Unknown member: allowPm'],
  [{ maxUsers: 'many' }, 'Invalid value for maxUsers: many'],
  [{ creationDate: 'soon' }, 'Invalid value for creationDate: soon'],
])('refuses a body, whether the room exists or not: %j', async (body, message) => {
  await patches.expectRefused(PATH, body, badArgument(message, path));
  const none = '/chatrooms/none';
  await patches.expectRefused(none, body, badArgument(message, `${API_ROOT}${none}`));
});

it.each([
  [{ roomName: 'other' }, 'the document names other'],
  [{ roomName: 'a b' }, 'the document names a b'],
  [{ roomName: null }, 'roomName is missing'],
])('refuses another name: %j', async (body, detail) => {
  await patches.expectRefused('/chatrooms/DEN', body, badArgument(OTHER_NAME, 'den', detail));
});

it('creates nothing', async () => {
  await patches.expectRefused('/chatrooms/None', { subject: 'x' }, noRoom('none'));
  await patches.expectRefused('/chatrooms/a%20b', { members: ['@'] }, noRoom('a b'));
  await patches.expectRefused(`${PATH}?servicename=No`, {}, noService('No'));
  await patches.expectRefused(`${PATH}?servicename=a%20b`, {}, noService('a b'));
});

it.each([
  [{ allowPM: 'all' }, badArgument('Invalid value for allowPM: all', path)],
  [
    { broadcastPresenceRoles: ['Visitors'] },
    badArgument('Invalid value for broadcastPresenceRoles: Visitors', path),
  ],
  [{ members: ['@'] }, badArgument('Unable to parse value as jid: @', 'den')],
  [{ memberGroups: ['none'] }, badArgument('Could not find group: none', 'den')],
  [{ members: ['ann'] }, notAllowed(UPDATE, 'den', 'named more than once: ann@example.org')],
  [
    { naturalName: 'x'.repeat(256) },
    badArgument('Invalid value for naturalName: longer than 255 characters', path),
  ],
])('refuses what PUT refuses: %j', async (body, expected) => {
  await patches.expectRefused(PATH, body, expected);
});

it('nobody becomes a member of a room that stays restricted to nicknames', async () => {
  await patches.apply(PATH, { loginRestrictedToNickname: true });
  const detail = 'loginRestrictedToNickname is on and these would be new members: zoe@example.org';
  await patches.expectRefused(PATH, { members: ['bob', 'zoe'] }, notAllowed(UPDATE, 'den', detail));
  await patches.apply(PATH, { members: ['bob', 'zoe'], loginRestrictedToNickname: false });
});

it('all lists together have a limit, whatever adds to them', async () => {
  await api.database.sql(
    `insert into room_affiliation (room_id, jid, affiliation)
     select id, 'm' || n || '@other.example', 'member'
     from room, generate_series(1, 49995) n where name = 'den'`,
  );
  const tooMany = refusal(413, 'PayloadTooLargeException')(
    'The request body has too many affiliations: more than 50000',
    path,
  );
  await patches.expectRefused(PATH, { outcasts: ['a', 'b'] }, tooMany);
  const { document } = await patches.apply(PATH, { outcasts: ['a'] });
  expect(document['members']).toHaveLength(49_996);
});
