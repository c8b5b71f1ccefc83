import { createGroups, createRoom, createUsers } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ola');
  await createGroups(api, { name: 'Leads' });
  await createRoom(api, 'den', [{ kind: 'group', who: 'Leads', affiliation: 'owner' }]);
});
afterAll(() => api.stop());

const NEW = { 'If-None-Match': '*' };
const visitor = { role: 'visitor' };
const room = { roomName: 'more' };

async function codeOf(method: string, path: string, body?: object, more = {}) {
  const type = body ? { 'Content-Type': 'application/json' } : {};
  const headers = { ...type, ...more };
  return (await api.send(method, path, { headers, body })).headers['x-error-code'];
}

/** What no other suite sees. */
it.each<[string, string, string, object?, object?]>([
  ['DELETE', '/chatrooms/den?alternateRoom=den', 'invalid-jid'],
  ['POST', '/chatrooms/den/members/group/Leads', 'affiliation-change-not-allowed'],
  ['POST', '/chatrooms/den/invite?servicename=none', 'chat-service-not-found', {}],
  ['PUT', '/chatrooms/den/occupants/Ann?servicename=none', 'chat-service-not-found', visitor],
  ['PUT', '/chatrooms/none/occupants/Ann', 'room-not-found', visitor],
  ['DELETE', '/chatrooms/den/occupants/Ann?servicename=none', 'chat-service-not-found'],
  ['POST', '/messages/chatrooms/den?servicename=none', 'chat-service-not-found', { body: 'x' }],
  ['PUT', `/groups/${'g'.repeat(51)}`, 'invalid-group-name', { description: 'x' }, NEW],
  ['PUT', '/users/zoe', 'password-missing', { name: 'Zoe' }, NEW],
  ['PATCH', '/users/none/roster', 'user-not-found', { rosterItem: [] }],
  ['PATCH', '/users/ola/roster', 'roster-item-missing', Buffer.from('null')],
  ['PATCH', '/webhooks/none', 'webhook-not-found', {}],
])('%s %s is refused with %s', async (method, path, code, ...more) => {
  expect(await codeOf(method, path, ...more)).toBe(code);
});

it('has too many chat services for the one of a new room', async () => {
  await api.database.sql(
    "insert into chat_service (name, hidden) select 'chat' || n, false from generate_series(1, 100 - (select count(*) from chat_service)) n",
  );
  const inNew = (method: string, path: string, body: object) =>
    codeOf(method, `${path}?servicename=another`, body);
  expect(await inNew('POST', '/chatrooms', room)).toBe('too-many-chat-services');
  expect(await inNew('PUT', '/chatrooms/more', room)).toBe('too-many-chat-services');
  expect(await inNew('POST', '/chatrooms/bulk', { chatRooms: [room] })).toBe(
    'too-many-chat-services',
  );
});

it('has too many properties for one that is created at its address', async () => {
  await api.database.sql(
    "insert into system_property (key, value) select 'own' || n, 'x' from generate_series(1, 2000) n",
  );
  const body = { key: 'own', value: 'x' };
  const code = await codeOf('PUT', '/system/properties/own', body, NEW);
  expect(code).toBe('too-many-properties');
});
