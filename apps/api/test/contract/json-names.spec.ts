import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { clearRooms, makeRoom } from '../support/room-documents.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';
import { errorText, TestApi } from '../support/test-api.js';

const NAMES = 'plugin.restapi.json.names';

const chatServer = new SeededChatServer();
let api: TestApi;
beforeAll(async () => {
  chatServer.live = [session];
  api = await TestApi.start({}, undefined, { chatServer });
  await post('/users', { username: 'ola', password: 'p', properties: [{ key: 'a', value: '1' }] });
  await post('/users/ola/groups', { groupnames: ['Crew', 'Deck'] });
  await post('/users/ola/roster', { jid: 'cy@far.example', subscriptionType: 3, groups: ['Pals'] });
  await makeRoom(api, { roomName: 'den' });
});
afterEach(() => api.setProperty(NAMES, null));
afterAll(async () => {
  await clearRooms(api);
  await api.stop();
});

const session: LiveSession = {
  jid: 'zoe@example.org/desk',
  username: 'zoe',
  resource: 'desk',
  nodeId: 'one',
  status: 'Authenticated',
  presence: { show: '', status: '', priority: 5 },
  hostAddress: '192.0.2.7',
  hostName: 'client7.example.net',
  createdAt: new Date(0),
  lastActiveAt: new Date(0),
  secure: true,
};

async function post(path: string, body: object): Promise<void> {
  expect(await api.call('POST', path, 'json', body)).toMatchObject({ status: 201 });
}

async function get(path: string): Promise<unknown> {
  const reply = await api.call('GET', path, 'json');
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

it('old: answers have the members that clients of the original read [CK-18]', async () => {
  await api.setProperty(NAMES, 'old');
  const ola = { username: 'ola', properties: { property: { '@key': 'a', '@value': '1' } } };
  expect(await get('/users/ola')).toMatchObject(ola);
  expect(await get('/users?search=ola')).toEqual({ user: expect.objectContaining(ola) as unknown });
  expect(await get('/users?search=nobody')).toEqual({});
  expect(await get('/users/ola/groups')).toEqual({ groupname: ['Crew', 'Deck'] });
  expect(await get('/groups')).toEqual({
    group: ['Crew', 'Deck'].map((name) => ({ name, description: '', shared: false })),
  });
  expect(await get('/groups/Crew')).toMatchObject({ members: ['ola@example.org'], shared: false });
  expect(await get('/users/ola/roster')).toEqual({
    rosterItem: [{ jid: 'cy@far.example', subscriptionType: '3', groups: { group: 'Pals' } }],
  });
  const den = { roomName: 'den', owners: { owner: 'admin@example.org' }, admins: { admin: [] } };
  expect(await get('/chatrooms/den')).toMatchObject(den);
  expect(await get('/chatrooms?type=all')).toEqual({
    chatRoom: expect.objectContaining(den) as unknown,
  });
  expect(await get('/chatrooms/den/occupants')).toEqual({});
  expect(await get('/chatrooms/den/participants')).toEqual({});
  expect(await get('/sessions')).toEqual({
    session: expect.objectContaining({
      ...{ ressource: 'desk', priority: '5', secure: 'true' },
    }) as unknown,
  });
  expect(await get('/system/properties/xmpp.domain')).toEqual({
    '@key': 'xmpp.domain',
    '@value': 'example.org',
  });
});

it('both: members for older clients stand beside the others where both fit', async () => {
  await api.setProperty(NAMES, 'both');
  expect(await get('/users/ola')).toMatchObject({
    properties: [{ key: 'a', value: '1', '@key': 'a', '@value': '1' }],
  });
  const groups = ['Crew', 'Deck'];
  expect(await get('/users/ola/groups')).toEqual({ groupnames: groups, groupname: groups });
  expect(await get('/sessions')).toEqual({
    sessions: [
      expect.objectContaining({ resource: 'desk', ressource: 'desk', priority: 5, secure: true }),
    ],
  });
  expect(await get('/users')).toHaveProperty('users');
});

it.each([null, 'new', 'OLD', 'old ', ''])('%j: answers have the names new', async (stored) => {
  await api.setProperty(NAMES, stored);
  expect(await get('/users/ola/groups')).toEqual({ groupnames: ['Crew', 'Deck'] });
  expect(await get('/system/properties/xmpp.domain')).toEqual({
    key: 'xmpp.domain',
    value: 'example.org',
  });
});

it('XML and errors stay as they are', async () => {
  const before = await api.call('GET', '/users/ola', 'xml');
  await api.setProperty(NAMES, 'old');
  expect((await api.call('GET', '/users/ola', 'xml')).text).toBe(before.text);
  expect((await api.call('GET', '/users/ghost', 'json')).text).toEqual(
    errorText('json', 'UserNotFoundException', 'Could not get user', 'ghost'),
  );
});

it.each(['new', 'both', 'old'])(
  'what is answered with the names %s can be sent back',
  async (names) => {
    await api.setProperty(NAMES, names);
    for (const path of ['/users/ola', '/chatrooms/den', '/groups/Crew']) {
      const { text } = await api.call('GET', path, 'json');
      expect((await api.call('PUT', path, 'json', text)).status).toBe(200);
      expect(
        (await api.call('GET', path, 'json')).text.replace(/"modificationDate":"[^"]*",/, ''),
      ).toBe(text.replace(/"modificationDate":"[^"]*",/, ''));
    }
  },
);

it('can be set through the API and takes effect at once', async () => {
  await post('/system/properties', { '@key': NAMES, '@value': 'old' });
  expect(await get(`/system/properties/${NAMES}`)).toEqual({ '@key': NAMES, '@value': 'old' });
  expect((await api.call('DELETE', `/system/properties/${NAMES}`, 'json')).status).toBe(200);
  expect(await get('/users/ola/groups')).toHaveProperty('groupnames');
});
