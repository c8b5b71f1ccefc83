import { badArgument, expectError } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';

let api: TestApi;
let keyId: string;
beforeAll(async () => {
  api = await TestApi.start();
  for (const [path, body] of [
    ['/users', { username: 'ola', password: 'p1-secret', name: 'Ola', email: 'o@example.org' }],
    [
      '/groups',
      { name: 'Crew', description: 'd', members: ['ola', 'far@example.net'], admins: [] },
    ],
    [
      '/chatrooms',
      { roomName: 'tea', naturalName: 'Tea', description: 'd', password: 'x', owners: ['ola'] },
    ],
    ['/system/properties', { key: 'site.banner', value: 'hello' }],
  ] as const) {
    expect((await api.call('POST', path, 'json', body)).status).toBe(201);
  }
  await api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, body)
     select id, timestamptz '2025-03-04 12:00Z', 'Ann', 'Milk?' from room`,
  );
  keyId = (await makeKey(api, ['users:read'])).id;
});
afterAll(() => api.stop());

const get = async (path: string, authorization?: string) =>
  sendJson(api, 'GET', path, undefined, authorization);
const shown = async (path: string, authorization?: string) => {
  const { status, text } = await get(path, authorization);
  expect([path, status, text]).toEqual([path, 200, text]);
  return JSON.parse(text) as Record<string, unknown>;
};

describe('one document shows what is chosen, in its own order', () => {
  it.each<[string, string, object]>([
    ['/users/ola', 'name,username', { username: 'ola', name: 'Ola' }],
    [
      '/users/OLA',
      'locked, online,email',
      { email: 'o@example.org', locked: false, online: false },
    ],
    ['/users/ola', 'properties', { properties: [] }],
    ['/groups/Crew', 'name,memberCount', { name: 'Crew', memberCount: 2 }],
    ['/groups/Crew', 'members', { members: ['far@example.net', 'ola@example.org'] }],
    [
      '/chatrooms/tea',
      'lastMessage,roomName',
      { roomName: 'tea', lastMessage: '2025-03-04T12:00:00.000+00:00' },
    ],
    ['/chatservices/conference', 'historyMaxNumber', { historyMaxNumber: 25 }],
    ['/system/properties/site.banner', 'value,protected', { value: 'hello', protected: false }],
  ])('%s with %s', async (path, fields, expected) => {
    const found = await shown(`${path}?fields=${encodeURIComponent(fields)}`);
    expect(found).toEqual(expected);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
  });

  it('a property says who last changed it, and when', async () => {
    const path = '/system/properties/site.motd';
    const change = async () => shown(`${path}?fields=changed,changedBy`);
    const put = (value: string, authorization?: string) =>
      sendJson(api, 'PUT', path, { key: 'site.motd', value }, authorization);
    await api.database.sql(`insert into system_property (key, value) values ('site.motd', 'a')`);
    expect(await change()).toEqual({});
    const { token } = await makeKey(api, ['properties:write']);
    expect((await put('b', `Bearer ${token}`)).status).toBe(200);
    const first = await change();
    expect(first['changedBy']).toMatch(/^key:/);
    expect(Date.now() - Date.parse(first['changed'] as string)).toBeLessThan(600_000);
    expect((await put('b')).status).toBe(200);
    expect(await change()).toEqual(first);
    expect((await put('c')).status).toBe(200);
    expect(await change()).toMatchObject({ changedBy: 'secret' });
    const listed = (await get('/system/properties?prefix=site.motd&fields=key,changedBy')).text;
    expect(listed).toBe('{"property":[{"key":"site.motd","changedBy":"secret"}]}');
  });

  it('a key', async () => {
    const found = await shown(`/keys/${keyId}?fields=scopes,id`);
    expect(found).toEqual({ id: keyId, scopes: ['users:read'] });
  });

  it('times of a user', async () => {
    const { created, ...others } = await shown('/users/ola?fields=created,lastSeen');
    expect([typeof created, others]).toEqual(['string', {}]);
  });

  it('in XML', async () => {
    const { text } = await api.call('GET', '/users/ola?fields=username,locked', 'xml');
    expect(text).toMatch(/<user><username>ola<\/username><locked>false<\/locked><\/user>$/);
  });
});

it('a group of any size is counted', async () => {
  const members = Array.from({ length: 3000 }, (_, index) => `m${index}@far.example.org`);
  await api.call('POST', '/groups', 'json', { name: 'Big', members });
  const { admins, ...found } = await shown('/groups/Big?fields=memberCount,members,admins');
  expect([(found['members'] as string[]).length, admins, found['memberCount']]).toEqual([
    3000,
    [],
    3000,
  ]);
});

it('what needs another scope is left out', async () => {
  const [users, rooms] = [await makeKey(api, ['users:read']), await makeKey(api, ['rooms:read'])];
  const asked = '/users/ola?fields=username,administrator';
  expect(await shown(asked, users.bearer)).toEqual({ username: 'ola' });
  expect(await shown(asked)).toEqual({ username: 'ola', administrator: false });
  const room = '/chatrooms/tea?fields=roomName,password';
  expect(await shown(room, rooms.bearer)).toEqual({ roomName: 'tea' });
  expect(await shown(room)).toEqual({ roomName: 'tea', password: 'x' });
});

it.each([
  ['/users/ola', 'nope'],
  ['/users/ola', ''],
  ['/users/nobody', 'username,,name'],
  ['/groups/Crew', 'memberCounts'],
  ['/chatrooms/tea', 'password,x'],
  ['/keys/nothing', 'token'],
])('%s refuses the fields "%s", before it is looked for', async (path, fields) => {
  const reply = await get(`${path}?fields=${fields}`);
  const message = `Invalid value for parameter fields: ${fields}`;
  expectError(reply, 'json', badArgument(message, ROOT + path));
});

it('what is not there is 404 as ever', async () => {
  for (const path of ['/users/nobody', '/users/n%20o', '/groups/No', '/chatrooms/no', '/keys/no']) {
    const field = path.startsWith('/users') ? 'username' : 'name';
    const fields = path.startsWith('/chatrooms') ? 'roomName' : field;
    const [usual, chosen] = [await get(path), await get(`${path}?fields=${fields}`)];
    expect([path, chosen.status, chosen.text]).toEqual([path, 404, usual.text]);
  }
});

it('has a tag without, and none with chosen fields', async () => {
  for (const path of ['/users/ola', '/groups/Crew', '/chatrooms/tea', `/keys/${keyId}`]) {
    const field = path.startsWith('/chatrooms')
      ? 'roomName'
      : path.startsWith('/users')
        ? 'username'
        : 'name';
    expect((await get(path)).headers.etag).toMatch(/^"/);
    expect((await get(`${path}?fields=${field}`)).headers.etag).toBeUndefined();
  }
});
