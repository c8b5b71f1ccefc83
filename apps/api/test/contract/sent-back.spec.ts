import { createGroups, createUsers } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ola');
  await createGroups(api, { name: 'Crew', members: ['ola'] });
});
afterAll(() => api.stop());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** What is made, and what of a document is sent back. */
const THINGS: readonly (readonly [
  method: 'PUT' | 'PATCH',
  path: string,
  made: readonly ['POST' | 'PUT', string, object] | null,
  sent: readonly string[],
])[] = [
  ['PUT', '/users/ola', null, ['username', 'name', 'email', 'properties', 'created']],
  ['PATCH', '/users/ola', null, ['name', 'email']],
  ['PUT', '/groups/Crew', null, ['name', 'description', 'members', 'admins']],
  [
    'PUT',
    '/lockouts/ola',
    ['PUT', '/lockouts/ola', { reason: 'Spam', until: inAnHour() }],
    ['reason', 'from', 'until'],
  ],
  [
    'PUT',
    '/chatrooms/den',
    ['POST', '/chatrooms', { roomName: 'den', naturalName: 'Den', description: 'd' }],
    ['roomName', 'naturalName', 'description', 'creationDate', 'modificationDate'],
  ],
  [
    'PATCH',
    '/keys/{id}',
    ['POST', '/keys', { name: 'nightly', scopes: ['users:read'], expires: inAnHour() }],
    ['name', 'scopes', 'expires'],
  ],
  [
    'PATCH',
    '/webhooks/{id}',
    ['POST', '/webhooks', { url: 'https://hook.example/', types: ['user.created'] }],
    ['url', 'types', 'description'],
  ],
];

/** When all are published: what was told of one thing may become one event. */
const events = async () => {
  while ((await api.database.sql('select from event_outbox limit 1')).length > 0);
  return api.database.sql('select type, object from event order by 1, 2');
};
const odd = (table: string, ...columns: readonly string[]) =>
  api.database.sql(
    `select from ${table} where ${columns.map((name) => `date_trunc('milliseconds', ${name}) <> ${name}`).join(' or ')}`,
  );

it.each(THINGS)('%s %s of what was read changes nothing', async (method, pattern, made, sent) => {
  let path = pattern;
  if (made) {
    const [by, where, body] = made;
    const { status, text } = await api.call(by, where, 'json', JSON.stringify(body));
    expect([200, 201]).toContain(status);
    if (path.includes('{id}')) path = path.replace('{id}', (JSON.parse(text) as { id: string }).id);
  }
  const read = await api.call('GET', path, 'json');
  expect(read.status).toBe(200);
  const before = await events();
  const all = Object.entries(JSON.parse(read.text) as object);
  const body = Object.fromEntries(all.filter(([name]) => sent.includes(name)));
  const answer = await api.call(method, path, 'json', JSON.stringify(body));
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const again = await api.call('GET', path, 'json');
  expect(again.headers.etag).toBe(read.headers.etag);
  expect(await events()).toEqual(before);
});

it('stores the times that it has shown in milliseconds', async () => {
  expect(await odd('account', 'created_at', 'last_seen')).toEqual([]);
  expect(await odd('lockout', 'locked_at', 'starts_at', 'ends_at')).toEqual([]);
  expect(await odd('room', 'creation_date', 'modification_date')).toEqual([]);
  expect(await odd('api_key', 'created_at', 'expires_at')).toEqual([]);
  expect(await odd('webhook', 'created_at')).toEqual([]);
  expect(await odd('event', 'occurred_at')).toEqual([]);
});
