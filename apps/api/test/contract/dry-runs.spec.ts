import { badArgument, expectError, refusal, stored } from '../support/expectations.js';
import { makeKey } from '../support/keys.js';
import { CountingChatServer } from '../support/counting-chat-server.js';
import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const chatServer = new CountingChatServer();
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  for (const [path, body] of [
    ['/users', { username: 'ola', password: 'p1-secret', name: 'Ola' }],
    ['/users', { username: 'zoe', password: 'p1-secret' }],
    ['/groups', { name: 'Crew', description: 'd', members: ['ola'] }],
    ['/users/ola/roster', { jid: 'cy@example.org', nickname: 'Cy' }],
    ['/system/properties', { key: 'site.banner', value: 'hello' }],
    ['/chatrooms', { roomName: 'tea', naturalName: 'Tea', description: 'd', owners: ['ola'] }],
    ['/chatservices', { serviceName: 'staff', description: 'd' }],
    ['/lockouts/zoe', undefined],
  ] as const) {
    expect((await api.call('POST', path, 'json', body)).status).toBe(201);
  }
  const vcard = '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>';
  expect((await api.call('PUT', '/users/ola/vcard', 'xml', vcard)).status).toBeLessThan(300);
  await api.audited();
});
afterAll(() => api.stop());

const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const patch = { 'Content-Type': 'application/merge-patch+json' };
const xml = { 'Content-Type': 'text/xml', Accept: '*/*' };
const send = (method: string, path: string, body?: Call['body'], headers = {}): Promise<Reply> =>
  api.send(method, path, { headers: { ...json, ...headers }, body });
const withDryRun = (path: string, text = 'dryRun=true') =>
  `${path}${path.includes('?') ? '&' : '?'}${text}`;

/** Every operation that changes something, with the status of its success. */
const CHANGES: readonly [string, string, Call['body'], number, object?][] = [
  ['POST', '/users', { username: 'new', password: 'p1-secret' }, 201],
  [
    'POST',
    '/users',
    {
      users: [
        { username: 'one', password: 'x' },
        { username: 'two', password: 'x' },
      ],
    },
    201,
  ],
  ['PUT', '/users/ola', { name: 'Other' }, 200],
  ['PUT', '/users/ola', { username: 'olga', password: 'other' }, 200],
  ['PATCH', '/users/ola', '{"username":"olga","name":"Other"}', 200, patch],
  ['DELETE', '/users/ola', undefined, 200],
  ['POST', '/lockouts/ola', undefined, 201],
  ['DELETE', '/lockouts/zoe', undefined, 200],
  ['POST', '/users/zoe/groups', { groupname: ['Crew', 'Made'] }, 201],
  ['POST', '/users/zoe/groups/Crew', undefined, 201],
  ['DELETE', '/users/ola/groups', { groupname: ['Crew'] }, 200],
  ['DELETE', '/users/ola/groups/Crew', undefined, 200],
  ['POST', '/users/ola/roster', { jid: 'dee@example.org' }, 201],
  ['PUT', '/users/ola/roster/cy@example.org', { jid: 'cy@example.org', nickname: 'C' }, 200],
  ['DELETE', '/users/ola/roster/cy@example.org', undefined, 200],
  ['PUT', '/users/zoe/vcard', '<vCard xmlns="vcard-temp"><FN>Z</FN></vCard>', 200, xml],
  ['POST', '/users/zoe/vcard', '<vCard xmlns="vcard-temp"><FN>Z</FN></vCard>', 200, xml],
  ['DELETE', '/users/ola/vcard', undefined, 200],
  ['POST', '/groups', { name: 'New', description: 'd', members: ['zoe'] }, 201],
  ['PUT', '/groups/Crew', { name: 'Crew', description: 'other', members: [] }, 200],
  ['PATCH', '/groups/Crew', '{"description":"other"}', 200, patch],
  ['DELETE', '/groups/Crew', undefined, 200],
  ['PUT', '/groups/Crew/members/zoe@example.org', undefined, 201],
  ['PUT', '/groups/Crew/members/ola@example.org', { role: 'admin' }, 200],
  ['DELETE', '/groups/Crew/members/ola@example.org', undefined, 200],
  ['POST', '/system/properties', { key: 'site.new', value: 'x' }, 201],
  ['PUT', '/system/properties/site.banner', { key: 'site.banner', value: 'x' }, 200],
  ['DELETE', '/system/properties/site.banner', undefined, 200],
  ['POST', '/chatservices', { serviceName: 'made', description: 'd' }, 201],
  ['PATCH', '/chatservices/staff', '{"description":"x"}', 200, patch],
  ['DELETE', '/chatservices/staff', undefined, 200],
  ['POST', '/chatrooms', { roomName: 'new', naturalName: 'N', description: 'd' }, 201],
  ['PUT', '/chatrooms/tea', { roomName: 'tea', naturalName: 'T', description: 'x' }, 200],
  ['PUT', '/chatrooms/new', { roomName: 'new', naturalName: 'T', description: 'x' }, 200],
  ['PATCH', '/chatrooms/tea?sendInvitations=true', '{"members":["zoe"]}', 200, patch],
  ['DELETE', '/chatrooms/tea', undefined, 200],
  ['PUT', '/chatrooms/tea/members', { members: ['zoe'] }, 201],
  ['POST', '/chatrooms/tea/admins', { admins: ['zoe'] }, 201],
  ['POST', '/chatrooms/tea/members/zoe', undefined, 201],
  ['POST', '/chatrooms/tea/admins/group/Crew', undefined, 201],
  ['DELETE', '/chatrooms/tea/owners/zoe', undefined, 409],
  ['POST', '/chatrooms/tea/invite/zoe', { reason: 'x' }, 200],
  ['POST', '/chatrooms/tea/invite', { jidsToInvite: ['zoe@example.org'], reason: 'x' }, 200],
  ['DELETE', '/sessions/ola', undefined, 200],
  ['POST', '/messages/users', { body: 'x' }, 201],
];

describe.each(CHANGES)('%s %s is tried', (method, path, body, status, headers = {}) => {
  it('is answered as the change would be, changes nothing and tells nobody', async () => {
    const before = await stored(api);
    const { count } = chatServer;
    const reply = await send(method, withDryRun(path), body, headers);
    expect([reply.status, reply.headers['x-dry-run']]).toEqual([status, 'true']);
    expect(reply.headers.etag).toBeUndefined();
    expect(await stored(api)).toEqual(before);
    expect(chatServer.count).toBe(count);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringMatching(new RegExp(`outcome=${status};.*; dryRun=true$`)),
    ]);
  });
});

it('the answer shows what would be', async () => {
  const user = await send('PATCH', '/users/ola?dryRun=true', '{"username":"olga"}', patch);
  expect(JSON.parse(user.text)).toMatchObject({ username: 'olga', name: 'Ola' });
  expect(user.headers['content-location']).toBe(`${ROOT}/users/olga`);
  const member = await send('PUT', '/groups/Crew/members/zoe@example.org?dryRun=true');
  expect(member.headers.location).toBe(`${ROOT}/groups/Crew/members/zoe%40example.org`);
  await api.audited();
});

it('later entries of a bulk request see earlier ones', async () => {
  const room = { naturalName: 'N', description: 'd' };
  const rooms = [
    { roomName: 'made', ...room },
    { roomName: 'tea', ...room },
    { roomName: 'made', ...room },
    { roomName: 'b d', ...room },
  ];
  const tried = await send('POST', '/chatrooms/bulk?dryRun=true', { chatRooms: rooms });
  const [entry] = await api.audited();
  expect(entry!.details).toMatch(/; created=1; existing=2; failed=1; dryRun=true$/);
  const done = await send('POST', '/chatrooms/bulk', { chatRooms: rooms });
  expect([tried.status, tried.text]).toEqual([done.status, done.text]);
  await send('DELETE', '/chatrooms/made');
  await api.audited();
});

it('a refusal is that of the change', async () => {
  const before = await stored(api);
  const reply = await send('POST', '/users?dryRun=true', { username: 'ola', password: 'x' });
  expectError(
    reply,
    'json',
    refusal(409, 'UserAlreadyExistsException')('Could not create new user', 'ola'),
  );
  expect(reply.headers['x-dry-run']).toBe('true');
  const unread = await send('POST', '/users?dryRun=true', '{');
  expect([unread.status, unread.headers['x-dry-run']]).toEqual([400, 'true']);
  expect((await api.audited()).map(({ details }) => details)).toEqual([
    expect.stringMatching(/outcome=409; exception=UserAlreadyExistsException;.*; dryRun=true$/),
    expect.stringMatching(/outcome=400; .*; dryRun=true$/),
  ]);
  expect(await stored(api)).toEqual(before);
});

it('conditions hold for it, without a tag', async () => {
  const foreign = { 'If-Match': '"AAAAAAAAAAAAAAAA-00000000"' };
  const reply = await send('PUT', '/users/ola?dryRun=true', { name: 'x' }, foreign);
  expect([reply.status, reply.headers.etag]).toEqual([412, undefined]);
  const made = await send(
    'PUT',
    '/users/new?dryRun=true',
    { password: 'p1-secret' },
    {
      'If-None-Match': '*',
    },
  );
  expect(made.status).toBe(201);
  expect((await send('GET', '/users/new')).status).toBe(404);
  await api.audited();
});

describe('a misspelling must not do the real thing', () => {
  it.each([
    'dryrun=true',
    'DRYRUN=TRUE',
    'dry%52un=true',
    'dryRun=false&dryRun=True',
    'x&dryrun=true',
  ])('%s tries', async (text) => {
    const reply = await send('DELETE', withDryRun('/users/ola', text));
    expect([reply.status, reply.headers['x-dry-run']]).toEqual([200, 'true']);
    expect((await send('GET', '/users/ola')).status).toBe(200);
    await api.audited();
  });

  it.each([
    ['dryRun=', ''],
    ['dryRun', ''],
    ['dryRun=1', '1'],
    ['dryrun=yes', 'yes'],
    ['dryRun=true&dryRun=tru', 'tru'],
    ['dryRun=%20true', ' true'],
  ])('%s is refused', async (text, value) => {
    const reply = await send('DELETE', withDryRun('/users/ola', text));
    const message = `Invalid value for parameter dryRun: ${value}`;
    expectError(reply, 'json', badArgument(message, `${ROOT}/users/ola`));
    expect(reply.headers['x-dry-run']).toBeUndefined();
    await api.audited();
  });

  it('false does the real thing, and readings ignore it', async () => {
    const reply = await send('PUT', '/users/zoe?dryRun=false', { name: 'Zoe' });
    expect([reply.status, reply.headers['x-dry-run']]).toEqual([200, undefined]);
    const user = await send('GET', '/users/zoe?dryRun=x');
    expect([JSON.parse(user.text), user.headers['x-dry-run']]).toEqual([
      expect.objectContaining({ name: 'Zoe' }),
      undefined,
    ]);
    await api.audited();
  });
});

it('keys cannot be tried', async () => {
  const { id } = await makeKey(api, ['users:read']);
  for (const [method, path, body, more] of [
    ['POST', '/keys', { name: 'x', scopes: ['*'] }, {}],
    ['POST', `/keys/${id}/rotate`, undefined, {}],
    ['PATCH', `/keys/${id}`, '{"name":"y"}', patch],
    ['DELETE', `/keys/${id}`, undefined, {}],
  ] as const) {
    const reply = await send(method, `${path}?dryRun=true`, body, more);
    const message = 'Invalid value for parameter dryRun: true';
    expectError(reply, 'json', badArgument(message, `${ROOT}${path}`));
  }
  expect((await send('DELETE', `/keys/${id}?dryRun=false`)).status).toBe(200);
});

it('a try does not hold up anybody, even of those who try the same', async () => {
  const user = { username: 'many', password: 'p1-secret' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => send('POST', '/users?dryRun=true', user)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect((await send('POST', '/users', user)).status).toBe(201);
  expect((await send('DELETE', '/users/many')).status).toBe(200);
});
