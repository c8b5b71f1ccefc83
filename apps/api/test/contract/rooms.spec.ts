import { ChatServerSpy } from '../support/chat-server-spy.js';
import {
  badArgument,
  expectDocument,
  expectDone,
  expectError,
  expectRefused,
} from '../support/expectations.js';
import { createGroups } from '../support/people.js';
import {
  alreadyExists,
  clearRooms,
  DEFAULTS,
  makeRoom,
  noRoom,
  noService,
  notAllowed,
  readRoom,
  roomText,
} from '../support/room-documents.js';
import type { RoomFields } from '../support/room-documents.js';
import { forms, TestApi } from '../support/test-api.js';

const CREATE = 'Could not create the channel';
const twice = (name: string) => `named more than once: ${name}@example.org`;
const CREATION = '2025-03-04T09:11:12.345+00:00';
const ADDRESS = '/plugins/restapi/v1/chatrooms';

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(() => chatServer.heard());
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

/** The sample of the contract, in the order of documents. */
const tearoom = {
  roomName: 'tearoom',
  naturalName: 'Tea Room',
  description: 'Biscuits',
  subject: 'Earl Grey',
  creationDate: CREATION,
  modificationDate: CREATION,
  ...DEFAULTS,
  maxUsers: 12,
  persistent: true,
  publicRoom: true,
  logEnabled: true,
  broadcastPresenceRoles: ['moderator'],
  owners: ['ann@example.org'],
  members: ['bob@example.org'],
  memberGroups: ['ops'],
};

describe.each(forms)('a room as %s', (form) => {
  const post = (fields: RoomFields, query = '') =>
    ['POST', `/chatrooms${query}`, roomText(form, fields)] as const;

  it('is created and read as in the contract', async () => {
    await createGroups(api, { name: 'ops' });
    await expectDone(api, form, post(tearoom));
    await expectDocument(api, form, '/chatrooms/tearoom', roomText(form, tearoom));
    await expectDocument(api, form, '/chatrooms/TeaRoom/', roomText(form, tearoom));
    expect(chatServer.heard()).toEqual([{ changed: [{ service: 'conference', room: 'tearoom' }] }]);
  });

  it('gets the defaults', async () => {
    const before = Date.now();
    await expectDone(
      api,
      form,
      post({ roomName: 'Lobby', naturalName: 'The lobby', description: '' }),
    );
    const room = await readRoom(api, 'lobby');
    const { creationDate } = room;
    expect(new Date(String(creationDate)).getTime()).toBeGreaterThanOrEqual(before - 5000);
    await expectDocument(
      api,
      form,
      '/chatrooms/lobby',
      roomText(form, {
        roomName: 'lobby',
        naturalName: 'The lobby',
        description: '',
        creationDate: String(creationDate),
        modificationDate: String(creationDate),
        ...DEFAULTS,
      }),
    );
  });

  it('keeps every field', async () => {
    await createGroups(api, { name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' });
    const room = {
      roomName: 'full',
      naturalName: ' N <&> ',
      description: 'Ö',
      password: 'p&1',
      subject: 's',
      creationDate: '1999-12-31T23:59:59.999+00:00',
      modificationDate: '2001-01-01T00:00:00.000+00:00',
      ...DEFAULTS,
      maxUsers: -3,
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
      broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
      owners: ['a@example.org', 'b@other.example'],
      admins: ['c@example.org'],
      members: ['d@example.org'],
      outcasts: ['e@example.org'],
      ownerGroups: ['a'],
      adminGroups: ['b'],
      memberGroups: ['c'],
      outcastGroups: ['d'],
      allowPM: 'moderators',
    };
    await expectDone(api, form, post(room));
    await expectDocument(api, form, '/chatrooms/full', roomText(form, room));
  });

  it('exists once', async () => {
    await makeRoom(api, { roomName: 'den', subject: 'kept', members: ['bob'] });
    await expectRefused(
      api,
      form,
      post({ roomName: 'DEN', subject: 'other' }),
      alreadyExists(CREATE, 'den', 'the room exists'),
    );
  });

  it.each(['a b', 'a@b', 'a/b', 'a&b', '\uff0e', '<', ' ', '\u001f', 'x'.repeat(1024)])(
    'cannot be called %p',
    async (roomName) => {
      if (form === 'xml' && roomName === '\u001f') roomName = '"';
      await expectRefused(
        api,
        form,
        post({ roomName }),
        badArgument(CREATE, roomName, `not the name of a room: ${roomName.slice(0, 100)}`),
      );
      const path = `/chatrooms/${encodeURIComponent(roomName)}`;
      expectError(await api.call('GET', path, form), form, noRoom(roomName));
    },
  );

  it.each(['.', '..'])('cannot be called %p, which has no path', async (roomName) => {
    await expectRefused(
      api,
      form,
      post({ roomName }),
      badArgument(CREATE, roomName, `not the name of a room: ${roomName}`),
    );
  });

  it('needs a name', async () => {
    for (const fields of [{}, { roomName: '' }, { naturalName: 'x' }] as RoomFields[]) {
      await expectRefused(
        api,
        form,
        post(fields),
        badArgument(CREATE, 'chatrooms', 'roomName is missing'),
      );
    }
  });

  it('creates its service', async () => {
    await expectDone(api, form, post({ roomName: 'den' }, '?servicename=Lab'));
    expect(chatServer.heard()).toEqual([
      'services',
      { changed: [{ service: 'lab', room: 'den' }] },
    ]);
    expect(await api.database.sql(`select * from chat_service where name = 'lab'`)).toEqual([
      { name: 'lab', description: 'lab', hidden: false, history_max_number: 25 },
    ]);
    expect((await api.call('GET', '/chatrooms/den?servicename=LAB', form)).status).toBe(200);
    expectError(await api.call('GET', '/chatrooms/den', form), form, noRoom('den'));
    await expectDone(api, form, post({ roomName: 'den' }));
    expect(chatServer.heard()).toEqual([{ changed: [{ service: 'conference', room: 'den' }] }]);
  });

  it('does not create its service if it is refused', async () => {
    await expectRefused(
      api,
      form,
      post({ roomName: 'den', members: ['bob', 'bob'] }, '?servicename=lab'),
      notAllowed(CREATE, 'den', twice('bob')),
    );
    await expectRefused(
      api,
      form,
      post({ roomName: 'den' }, '?servicename=a%20b'),
      badArgument(
        'Could not create the chat service',
        'a b',
        'not the name of a chat service: a b',
      ),
    );
  });

  it('is refused for its contents, in the order of the checks', async () => {
    await makeRoom(api, { roomName: 'den' });
    const bad: RoomFields = {
      roomName: 'den',
      allowPM: 'some',
      broadcastPresenceRoles: ['owner'],
      members: ['a b', 'ann', 'ann'],
      memberGroups: ['nope'],
      naturalName: 'x'.repeat(256),
      loginRestrictedToNickname: true,
    };
    const expected = [
      [{}, badArgument('Invalid value for allowPM: some', ADDRESS)],
      [
        { allowPM: 'NONE' },
        badArgument('Invalid value for broadcastPresenceRoles: owner', ADDRESS),
      ],
      [
        { broadcastPresenceRoles: ['none', 'visitor'] },
        badArgument('Invalid value for broadcastPresenceRoles: none', ADDRESS),
      ],
      [
        { broadcastPresenceRoles: ['none'] },
        badArgument('Unable to parse value as jid: a b', 'den'),
      ],
      [
        { members: ['ann', 'ann'] },
        badArgument('Invalid value for naturalName: longer than 255 characters', ADDRESS),
      ],
      [{ naturalName: 'x' }, badArgument('Could not find group: nope', 'den')],
      [{ memberGroups: [] }, notAllowed(CREATE, 'den', twice('ann'))],
      [{ members: ['ann'] }, alreadyExists(CREATE, 'den', 'the room exists')],
    ] as const;
    let fields = bad;
    for (const [repair, refused] of expected) {
      fields = { ...fields, ...repair };
      await expectRefused(api, form, post(fields), refused);
    }
    await expectDone(api, form, post({ ...fields, roomName: 'den2' }));
    expect(await readRoom(api, 'den2')).toMatchObject({
      allowPM: 'none',
      broadcastPresenceRoles: [],
      loginRestrictedToNickname: true,
      members: ['ann@example.org'],
    });
  });

  it.each([
    ['owners', 'members', 'ann@example.org/desk'],
    ['admins', 'outcasts', 'ANN@Example.org'],
    ['members', 'members', 'ann'],
  ])('has nobody twice in %s and %s', async (one, other, again) => {
    const lists = one === other ? { [one]: ['ann', again] } : { [one]: ['ann'], [other]: [again] };
    const refused = notAllowed(CREATE, 'den', twice('ann'));
    await expectRefused(api, form, post({ roomName: 'den', ...lists }), refused);
  });

  it.each([
    [{ admins: ['Admin'] }, []],
    [{ members: ['admin@example.org', 'bob'] }, ['bob@example.org']],
    [{ owners: [], admins: ['admin'], members: ['admin@example.org/desk'] }, []],
  ])('is owned by the default owner whom %p names (CK-6)', async (lists, members) => {
    await expectDone(api, form, post({ roomName: 'den', ...lists }));
    expect(await readRoom(api, 'den')).toMatchObject({
      owners: ['admin@example.org'],
      admins: [],
      members,
    });
  });

  it('does not make the default owner an outcast (CK-6)', async () => {
    const fields = { roomName: 'den', admins: ['admin'], outcasts: ['ADMIN', 'bob'] };
    const detail = 'admin@example.org is the owner, since the document names none';
    await expectRefused(api, form, post(fields), notAllowed(CREATE, 'den', detail));
    const owned = { ...fields, owners: ['ann'] };
    await expectRefused(api, form, post(owned), notAllowed(CREATE, 'den', twice('admin')));
    await expectDone(api, form, post({ ...owned, admins: [] }));
  });

  it('shows bare JIDs, and groups in their lists', async () => {
    await createGroups(api, { name: 'ops' }, { name: 'bob' });
    await expectDone(
      api,
      form,
      post({
        roomName: 'den',
        owners: ['a@b/res'],
        members: ['dto76===@example.org/e847897826ceb8346eb5141f8c23436a', 'bob'],
        outcastGroups: ['ops', 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a'],
        adminGroups: ['ops'],
      }),
    );
    expect(await readRoom(api, 'den')).toMatchObject({
      owners: ['a@b'],
      members: ['bob@example.org'],
      adminGroups: [],
      memberGroups: [],
      outcastGroups: ['ops'],
    });
  });

  it('gets the default owner if only groups own it', async () => {
    await createGroups(api, { name: 'ops' });
    await expectDone(api, form, post({ roomName: 'den', ownerGroups: ['ops'] }));
    expect(await readRoom(api, 'den')).toMatchObject({
      owners: ['admin@example.org'],
      ownerGroups: ['ops'],
    });
  });

  it('skips empty entries of group lists', async () => {
    await createGroups(api, { name: 'ops' });
    await expectDone(api, form, post({ roomName: 'den', memberGroups: ['', 'ops', ' '] }));
    expect(await readRoom(api, 'den')).toMatchObject({ memberGroups: ['ops'] });
  });

  it('refuses unknown groups and invalid JIDs', async () => {
    const gone = 'adnmqp8=@example.org/695c6ae413c00446733d926ccadefd8b';
    for (const [lists, message] of [
      [{ adminGroups: ['nope'] }, 'Could not find group: nope'],
      [{ owners: [gone] }, 'Could not find group: Some'],
      [{ owners: ['x@'] }, 'Unable to parse value as jid: x@'],
      [{ outcasts: ['a@b@c'] }, 'Unable to parse value as jid: a@b@c'],
      [{ outcasts: [''] }, 'Unable to parse value as jid: '],
    ] as const) {
      await expectRefused(
        api,
        form,
        post({ roomName: 'den', ...lists }),
        badArgument(message, 'den'),
      );
    }
  });

  it.each([
    ['maxUsers', 'many'],
    ['persistent', 'perhaps'],
    ['creationDate', 'yesterday'],
  ])('refuses a %s that is %s', async (field, value) => {
    await expectRefused(
      api,
      form,
      post({ roomName: 'den', [field]: value }),
      badArgument(`Invalid value for ${field}: ${value}`, ADDRESS),
    );
  });

  it('has a password of at most 50 characters', async () => {
    await expectRefused(
      api,
      form,
      post({ roomName: 'den', password: 'p'.repeat(51) }),
      badArgument('Invalid value for password: longer than 50 characters', ADDRESS),
    );
    await expectDone(api, form, post({ roomName: 'den', password: '' }));
    expect(await readRoom(api, 'den')).not.toHaveProperty('password');
  });

  it('is missing', async () => {
    expectError(await api.call('GET', '/chatrooms/Nope', form), form, noRoom('nope'));
    expectError(
      await api.call('GET', '/chatrooms/nope?servicename=Gone', form),
      form,
      noService('Gone'),
    );
    await expectRefused(api, form, ['DELETE', '/chatrooms/nope'], noRoom('nope'));
    await expectRefused(api, form, ['DELETE', '/chatrooms/a%20b?servicename=x'], noService('x'));
  });

  it('is removed completely, once', async () => {
    await makeRoom(api, { roomName: 'den', members: ['bob'] });
    chatServer.heard();
    await expectDone(api, form, ['DELETE', '/chatrooms/DEN']);
    expect(chatServer.heard()).toEqual([{ destroyed: { service: 'conference', room: 'den' } }]);
    expectError(await api.call('GET', '/chatrooms/den', form), form, noRoom('den'));
    await expectRefused(api, form, ['DELETE', '/chatrooms/den'], noRoom('den'));
    expect(await api.database.sql('select from room_affiliation')).toEqual([]);
  });

  it('needs credentials', async () => {
    await makeRoom(api, { roomName: 'den' });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const headers = { Accept: `application/${form}` };
      const reply = await api.send(method, '/chatrooms/den', { headers, authorization: null });
      expect(reply.status).toBe(401);
    }
    expect((await api.call('GET', '/chatrooms/den', form)).status).toBe(200);
  });
});

it.each<[string, object | null]>([
  ['null', null],
  ['an empty object', {}],
])('no room is created from %s', async (_, sent) => {
  const body = JSON.stringify(sent);
  await expectRefused(
    api,
    'json',
    ['POST', '/chatrooms', body],
    badArgument(CREATE, 'chatrooms', 'roomName is missing'),
  );
});

it.each([
  ['lists', { owners: ['ann'], broadcastPresenceRoles: ['visitor', 'moderator'] }],
  [
    'the older objects',
    {
      owners: { owner: ['ann'] },
      broadcastPresenceRoles: { broadcastPresenceRole: ['visitor', 'moderator'] },
    },
  ],
  [
    'older objects with one value',
    { owners: { owner: 'ann' }, broadcastPresenceRoles: ['moderator', 'visitor', 'visitor'] },
  ],
  ['texts', { owners: 'ann', broadcastPresenceRoles: ['', 'visitor', 'moderator'] }],
  ['older names', { owner: 'ann', broadcastPresenceRole: ['visitor', 'Moderator'] }],
  [
    'older names',
    { owners: null, owner: ['ann'], broadcastPresenceRole: ['visitor', 'moderator'] },
  ],
  ['words', { owners: ['ann'], broadcastPresenceRoles: [' VISITOR', 'Moderator '] }],
])('collections are read as %s', async (_, lists) => {
  const scalars = {
    maxUsers: '7',
    persistent: 'TRUE',
    moderated: 1,
    creationDate: '2025-03-04T15:52:37.592+0100',
  };
  const reply = await api.call('POST', '/chatrooms', 'json', {
    roomName: 'den',
    ...scalars,
    ...lists,
  });
  expect(reply.status).toBe(201);
  expect(await readRoom(api, 'den')).toMatchObject({
    owners: ['ann@example.org'],
    broadcastPresenceRoles: ['moderator', 'visitor'],
    maxUsers: 7,
    persistent: true,
    moderated: true,
    creationDate: '2025-03-04T14:52:37.592+00:00',
    modificationDate: '2025-03-04T14:52:37.592+00:00',
  });
});

const ROLES = ['moderator', 'participant', 'visitor'];
const roleList = (children: string) =>
  `<chatRoom><roomName>den</roomName><broadcastPresenceRoles>${children}</broadcastPresenceRoles></chatRoom>`;

it.each([
  [[], roleList(''), []],
  [[''], roleList('<broadcastPresenceRole/>'), []],
  [['none'], roleList('<broadcastPresenceRole>none</broadcastPresenceRole>'), []],
  ['none', '<chatRoom><roomName>den</roomName><broadcastPresenceRoles/></chatRoom>', []],
  ['', roleList(' '), []],
  [null, '<chatRoom><roomName>den</roomName></chatRoom>', ROLES],
])('who is there is shown unless the roles are %j, or %s (CK-7)', async (roles, xml, shown) => {
  const json = { roomName: 'den', broadcastPresenceRoles: roles };
  for (const [form, body] of [
    ['json', json],
    ['xml', xml],
  ] as const) {
    for (const [method, path, done] of [
      ['POST', '/chatrooms', 201],
      ['PUT', '/chatrooms/den', 200],
    ] as const) {
      const reply = await api.call(method, path, form, body);
      expect([form, method, reply.status]).toEqual([form, method, done]);
      expect((await readRoom(api, 'den'))['broadcastPresenceRoles']).toEqual(shown);
    }
    await clearRooms(api);
  }
});

it('a room stays as it is until a PUT without the roles (CK-7)', async () => {
  await makeRoom(api, { roomName: 'den', broadcastPresenceRoles: [] });
  const { subject: _none, ...room } = await readRoom(api, 'den');
  await api.call('PUT', '/chatrooms/den', 'json', { ...room, subject: 'x' });
  expect((await readRoom(api, 'den'))['broadcastPresenceRoles']).toEqual([]);
  await api.call('PUT', '/chatrooms/den', 'json', { roomName: 'den' });
  expect((await readRoom(api, 'den'))['broadcastPresenceRoles']).toEqual(ROLES);
});

it.each(forms)('%s names lists as older clients do, in a PUT too [CK-3]', async (form) => {
  await makeRoom(api, { roomName: 'den', owners: ['cy'] });
  const lists = { owner: ['ann', 'bob'], admin: ['kim'], member: ['zoe'], outcast: ['eve'] };
  const elements = Object.entries(lists).flatMap(([name, people]) =>
    people.map((one) => `<${name}>${one}</${name}>`),
  );
  const sent =
    form === 'json'
      ? JSON.stringify({ roomName: 'den', ...lists, broadcastPresenceRole: 'visitor' })
      : `<chatRoom><roomName>den</roomName>${elements.join('')}<broadcastPresenceRole>Visitor</broadcastPresenceRole></chatRoom>`;
  expect((await api.call('PUT', '/chatrooms/den', form, sent)).status).toBe(200);
  const at = (...names: string[]) => names.map((name) => `${name}@example.org`);
  expect(await readRoom(api, 'den')).toMatchObject({
    ...{ owners: at('ann', 'bob'), admins: at('kim'), members: at('zoe'), outcasts: at('eve') },
    broadcastPresenceRoles: ['visitor'],
  });
});

it('elements are read in any order', async () => {
  const body =
    '<chatRoom><admins><admin> kim </admin></admins><unknown/><roomName>den</roomName><owners><owner>ann</owner></owners></chatRoom>';
  expect((await api.call('POST', '/chatrooms', 'xml', body)).status).toBe(201);
  expect(await readRoom(api, 'den')).toMatchObject({
    owners: ['ann@example.org'],
    admins: ['kim@example.org'],
  });
});

it('dates are numbers in JSON on request', async () => {
  await makeRoom(api, { roomName: 'den', creationDate: '1741099957592' });
  await api.setProperty('plugin.restapi.json.dates', 'epoch');
  expect((await readRoom(api, 'den'))['creationDate']).toBe(1741099957592);
  await api.setProperty('plugin.restapi.json.dates', null);
});

it('changes are audited with service and name', async () => {
  await api.audited();
  await api.call('POST', '/chatrooms', 'json', { roomName: 'Den' });
  await api.call('PUT', '/chatrooms/den?servicename=lab', 'json', { roomName: 'den' });
  await api.call('DELETE', '/chatrooms/den', 'json');
  expect((await api.audited()).map(({ summary }) => summary)).toEqual([
    'POST room conference/Den',
    'PUT room lab/den',
    'DELETE room conference/den',
  ]);
});

it('a room can be called bulk', async () => {
  expect((await api.call('PUT', '/chatrooms/bulk', 'json', { roomName: 'bulk' })).status).toBe(200);
  expect((await readRoom(api, 'bulk'))['roomName']).toBe('bulk');
  const options = await api.send('OPTIONS', '/chatrooms/bulk');
  expect(options.headers.allow).toBe('GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS');
  expect((await api.call('GET', '/chatrooms/bulk/members', 'json')).text).toBe('{"members":[]}');
  expect((await api.call('DELETE', '/chatrooms/bulk', 'json')).status).toBe(200);
  const other = await api.send('OPTIONS', '/chatrooms/den');
  expect(other.headers.allow).toBe('GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
});
