import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { CountingChatServer } from '../support/counting-chat-server.js';
import { badArgument, expectError, refusal, stored } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const FOREIGN = '"AAAAAAAAAAAAAAAA-00000000"';
const chatServer = new CountingChatServer();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterAll(() => api.stop());
/** whether a test has left everything as it was */
let isUnchanged = false;
beforeEach(async () => {
  const isThere = isUnchanged;
  isUnchanged = false;
  if (isThere) return;
  for (const [path, body] of [
    ['/users', { username: 'ola', password: 'p1-secret', name: 'Ola' }],
    ['/users', { username: 'zoe', password: 'p1-secret' }],
    ['/groups', { name: 'Crew', description: 'd', members: ['ola'] }],
    ['/users/ola/roster', { jid: 'cy@example.org', nickname: 'Cy' }],
    ['/system/properties', { key: 'site.banner', value: 'hello' }],
    ['/chatrooms', { roomName: 'tea', naturalName: 'Tea', description: 'd', owners: ['ola'] }],
    ['/chatservices', { serviceName: 'staff', description: 'd' }],
  ] as const) {
    await api.call('POST', path, 'json', body);
  }
  await api.call('PUT', '/users/ola/vcard', 'xml', vcard('Ola'));
  await api.audited();
});
afterEach(async () => {
  if (isUnchanged) return;
  for (const path of [
    ...['/users/ola', '/users/zoe', '/users/new', '/groups/Crew', '/groups/New'],
    ...['/system/properties/site.banner', '/system/properties/site.new', '/chatrooms/tea'],
    ...['/chatrooms/new', '/chatservices/staff'],
  ]) {
    await api.call('DELETE', path, 'json');
  }
});

const vcard = (name: string) => `<vCard xmlns="vcard-temp"><FN>${name}</FN></vCard>`;
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const send = (method: string, path: string, body: Call['body'], headers: object): Promise<Reply> =>
  api.send(method, path, { headers: { ...json, ...headers }, body });
const tagOf = async (path: string, accept = 'application/json') => {
  const { headers } = await api.send('GET', path, { headers: { Accept: accept } });
  return String(headers.etag);
};
const failed = (path: string) =>
  refusal(412, 'PreconditionFailedException')(
    'The precondition of the request is not met',
    `${ROOT}${path}`,
  );

/** What has a tag, and a change of it. */
const CHANGES: [string, string, string, Call['body'], object?][] = [
  ['/users/ola', 'PUT', '/users/ola', { name: 'Other' }],
  ['/users/ola', 'PATCH', '/users/ola', '{"name":"Other"}'],
  ['/users/ola', 'DELETE', '/users/ola', undefined],
  ['/groups/Crew', 'PUT', '/groups/Crew', { name: 'Crew', description: 'other' }],
  ['/groups/Crew', 'PUT', '/groups/Crew/members/zoe@example.org', undefined],
  ['/groups/Crew', 'DELETE', '/groups/Crew/members/ola@example.org', undefined],
  ['/groups/Crew', 'POST', '/users/zoe/groups/Crew', undefined],
  ['/groups/Crew', 'DELETE', '/users/ola/groups/Crew', undefined],
  ['/groups/Crew', 'DELETE', '/groups/Crew', undefined],
  ['/users/ola/roster', 'POST', '/users/ola/roster', { jid: 'dee@example.org' }],
  [
    '/users/ola/roster',
    'PUT',
    '/users/ola/roster/cy@example.org',
    { jid: 'cy@example.org', nickname: 'C' },
  ],
  ['/users/ola/roster', 'DELETE', '/users/ola/roster/cy@example.org', undefined],
  ['/users/ola/vcard', 'PUT', '/users/ola/vcard', vcard('Other'), { 'Content-Type': 'text/xml' }],
  ['/users/ola/vcard', 'DELETE', '/users/ola/vcard', undefined],
  [
    '/system/properties/site.banner',
    'PUT',
    '/system/properties/site.banner',
    { key: 'site.banner', value: 'x' },
  ],
  ['/system/properties/site.banner', 'DELETE', '/system/properties/site.banner', undefined],
  [
    '/chatrooms/tea',
    'PUT',
    '/chatrooms/tea',
    { roomName: 'tea', naturalName: 'T', description: 'x' },
  ],
  ['/chatrooms/tea', 'PATCH', '/chatrooms/tea', '{"description":"x"}'],
  ['/chatrooms/tea', 'POST', '/chatrooms/tea/members/zoe', undefined],
  ['/chatrooms/tea', 'POST', '/chatrooms/tea/admins/group/Crew', undefined],
  ['/chatrooms/tea', 'POST', '/chatrooms/tea/invite/zoe', { reason: 'x' }],
  ['/chatrooms/tea', 'DELETE', '/chatrooms/tea', undefined],
  ['/chatrooms/tea/members', 'PUT', '/chatrooms/tea/members', { members: ['zoe'] }],
  ['/chatrooms/tea/admins', 'POST', '/chatrooms/tea/admins', { admins: ['zoe'] }],
  ['/chatservices/staff', 'PATCH', '/chatservices/staff', '{"description":"x"}'],
  ['/chatservices/staff', 'DELETE', '/chatservices/staff', undefined],
];

describe.each(CHANGES)('%s guards %s %s', (object, method, path, body, more = {}) => {
  const type = method === 'PATCH' ? { 'Content-Type': 'application/merge-patch+json' } : {};
  const change = (headers: object) => send(method, path, body, { ...type, ...more, ...headers });

  it('is done with its tag, of either form', async () => {
    const accept = object.endsWith('vcard') ? '*/*' : 'application/xml';
    const reply = await change({ 'If-Match': `"other", ${await tagOf(object, accept)}` });
    expect([reply.status < 300, reply.text]).toEqual([true, reply.text]);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringMatching(/outcome=20[01]/),
    ]);
  });

  it.each([
    ['If-Match', FOREIGN],
    ['If-Match', 'weak'],
    ['If-None-Match', '*'],
    ['If-None-Match', 'own'],
    ['If-None-Match', 'weak'],
  ])('is refused with %s: %s, and nothing is changed', async (name, value) => {
    const accept = object.endsWith('vcard') ? '*/*' : 'application/json';
    const tag = await tagOf(object, accept);
    const sent = { own: tag, weak: `W/${tag}` }[value] ?? value;
    const before = await stored(api);
    const reply = await change({ [name]: sent });
    expectError(reply, 'json', failed(path));
    if (!object.endsWith('vcard')) expect(reply.headers.etag).toBe(tag);
    expect(await stored(api)).toEqual(before);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringMatching(
        /outcome=412; exception=PreconditionFailedException; request=\S+ address=[\d.]+(; affiliation=\w+|; ignored=site\.banner)?$/,
      ),
    ]);
    isUnchanged = true;
  });

  it('is done with If-Match: *, or with a foreign tag in If-None-Match', async () => {
    const headers = { 'If-Match': '*', 'If-None-Match': FOREIGN };
    expect((await change(headers)).status).toBeLessThan(300);
  });
});

it('a key is guarded, whatever its use', async () => {
  const { id, bearer } = await makeKey(api, ['users:read']);
  const path = `/keys/${id}`;
  const tag = await tagOf(path);
  await sendJson(api, 'GET', '/users', undefined, bearer);
  while (!(await api.call('GET', path, 'json')).text.includes('lastUsed'));
  const patch = (name: string) =>
    send('PATCH', path, JSON.stringify({ name }), {
      'Content-Type': 'application/merge-patch+json',
      'If-Match': tag,
    });
  expect((await patch(`x-${id}`)).status).toBe(200);
  expectError(await patch(`y-${id}`), 'json', failed(path));
  for (const [method, changed] of [
    ['DELETE', path],
    ['POST', `${path}/rotate`],
  ] as const) {
    const reply = await send(method, changed, undefined, { 'If-Match': tag });
    expectError(reply, 'json', failed(changed));
  }
});

it.each(['', 'x', '"a', 'W/', '"a" "b"', '*, "a"'])(
  'the header %j cannot be read',
  async (text) => {
    for (const name of ['If-Match', 'If-None-Match']) {
      const reply = await send('PUT', '/users/ola', { name: 'x' }, { [name]: text });
      const expected = badArgument(`Invalid value for header ${name}`, `${ROOT}/users/ola`);
      expectError(reply, 'json', expected);
    }
  },
);

it('every other failure comes first', async () => {
  for (const [method, path, body, status] of [
    ['PUT', '/users/nobody', { name: 'x' }, 404],
    ['DELETE', '/groups/Nobody', undefined, 404],
    ['PUT', '/users/ola', { username: 'zoe' }, 409],
    ['PUT', '/groups/Crew', { name: 'Other' }, 400],
    ['POST', '/users', { username: 'zoe', password: 'x' }, 409],
  ] as const) {
    const reply = await send(method, path, body, { 'If-Match': FOREIGN });
    expect([path, reply.status]).toEqual([path, status]);
  }
});

it('a list has no tag: only * passes', async () => {
  const user = { username: 'new', password: 'p1-secret' };
  const post = (headers: object) => send('POST', '/users', user, headers);
  expectError(await post({ 'If-Match': FOREIGN }), 'json', failed('/users'));
  expectError(await post({ 'If-None-Match': '*' }), 'json', failed('/users'));
  expect((await post({ 'If-Match': '*' })).status).toBe(201);
});

describe('If-None-Match: * on PUT creates, and only that', () => {
  const only = { 'If-None-Match': '*' };

  it.each<[string, Call['body'], object?]>([
    ['/users/new', { password: 'p1-secret', name: 'New' }],
    ['/users/new', { username: 'NEW', password: 'p1-secret' }],
    ['/groups/New', { description: 'd' }],
    ['/groups/New', { name: 'New', members: ['ola'] }],
    ['/system/properties/site.new', { key: 'site.new', value: 'x' }],
    ['/system/properties/site.new', { value: 'x' }],
    ['/system/properties/site.new', '<property value="x"/>', { 'Content-Type': 'text/xml' }],
    ['/groups/New', '<group><shared>1</shared></group>', { 'Content-Type': 'text/xml' }],
    ['/chatrooms/new', { roomName: 'new', naturalName: 'N', description: 'd' }],
    ['/users/zoe/vcard', vcard('Zoe'), { 'Content-Type': 'text/xml' }],
  ])('%s with %j', async (path, body, more = {}) => {
    const first = await send('PUT', path, body, { ...only, ...more });
    expect([first.status, first.text, first.headers.location]).toEqual([201, '', undefined]);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringContaining('outcome=201'),
    ]);
    expect((await api.send('GET', path)).status).toBe(200);
    expect((await send('PUT', path, body, { ...only, ...more })).status).toBe(412);
  });

  it.each<[string, Call['body'], ReturnType<typeof badArgument> | number]>([
    ['/users/new', { name: 'New' }, 400],
    [
      '/users/new',
      { username: 'other', password: 'x' },
      badArgument('Could not create new user', 'other'),
    ],
    ['/users/n%20w', { password: 'x' }, 400],
    ['/groups/New', { name: 'Other' }, 400],
    ['/system/properties/site.new', { key: 'site.other', value: 'x' }, 400],
    ['/system/properties/admin.x', { key: 'admin.x', value: 'x' }, 403],
  ])('%s with %j is refused', async (path, body, expected) => {
    const before = await stored(api);
    const reply = await send('PUT', path, body, only);
    if (typeof expected === 'number') expect(reply.status).toBe(expected);
    else expectError(reply, 'json', expected);
    expect(await stored(api)).toEqual(before);
  });

  it.each<[string, Call['body'], number]>([
    ['/groups/Crew', { members: ['a b'] }, 412],
    ['/groups/Crew', '<group><admins><admin>@</admin></admins></group>', 412],
    ['/groups/Crew', { description: 'x'.repeat(256) }, 412],
    ['/groups/Crew', 'null', 412],
    ['/groups/Crew', { name: 'Other', members: ['a b'] }, 400],
    ['/groups/Crew', { name: '' }, 400],
    ['/groups/Crew', { shared: 'perhaps' }, 400],
  ])(
    '%s with %j: what exists is told after header and name [CK-26]',
    async (path, body, status) => {
      const before = await stored(api);
      const type = String(body).startsWith('<') ? 'application/xml' : 'application/json';
      const reply = await send('PUT', path, body, { 'Content-Type': type, ...only });
      expect(reply.status).toBe(status);
      expect(await stored(api)).toEqual(before);
      const header = await send('PUT', path, body, { 'Content-Type': type, 'If-None-Match': '' });
      expect(header.text).toContain('Invalid value for header If-None-Match');
    },
  );

  it('nobody who administers, without admins:write', async () => {
    await api.setProperty('admin.authorizedJIDs', 'new@example.org');
    const { bearer } = await makeKey(api, ['users:write']);
    const reply = await api.send('PUT', '/users/new', {
      headers: { ...json, ...only },
      body: { password: 'mine' },
      authorization: bearer,
    });
    await api.setProperty('admin.authorizedJIDs', null);
    expect(reply.status).toBe(403);
  });
});

it('of 20 changes at once with one tag one is done, at two instances', async () => {
  const other = await TestApi.start({}, api.database);
  try {
    for (const [path, patch] of [
      ['/users/ola', (n: number) => ({ name: `Ola ${n}` })],
      ['/groups/Crew', (n: number) => ({ description: `d ${n}` })],
      ['/chatrooms/tea', (n: number) => ({ description: `d ${n}` })],
    ] as const) {
      const tag = await tagOf(path);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? api : other).send('PATCH', path, {
            headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag },
            body: JSON.stringify(patch(n)),
          }),
        ),
      );
      const statuses = replies.map(({ status }) => status).sort();
      expect([path, statuses]).toEqual([path, [200, ...Array<number>(19).fill(412)]]);
    }
  } finally {
    await other.close();
  }
});

it('a changed property has taken effect when the answer is there', async () => {
  const key = 'plugin.restapi.json.dates';
  await sendJson(api, 'POST', '/system/properties', { key, value: 'iso' });
  const tag = await tagOf(`/system/properties/${key}`);
  const reply = await send(
    'PUT',
    `/system/properties/${key}`,
    { key, value: 'epoch' },
    { 'If-Match': tag },
  );
  expect(reply.status).toBe(200);
  expect((await api.call('GET', '/logs/security?limit=1', 'json')).text).toMatch(/"timestamp":\d+/);
  await api.call('DELETE', `/system/properties/${key}`, 'json');
});

it.each<[string, string, Call['body']]>([
  ['DELETE', '/sessions/ola', undefined],
  ['POST', '/messages/users', { body: 'Hello' }],
  ['POST', '/chatrooms/tea/invite/zoe', { reason: 'x' }],
  ['POST', '/chatrooms/tea/invite', { jidsToInvite: ['zoe@example.org'] }],
  ['PUT', '/lockouts/ola', { reason: 'Spam' }],
  ['POST', '/lockouts/ola', undefined],
  ['DELETE', '/users/ola', undefined],
])('the chat server hears nothing of a refused %s %s', async (method, path, body) => {
  if (path.startsWith('/lockouts')) await api.call('POST', path, 'json');
  const before = chatServer.count;
  expectError(await send(method, path, body, { 'If-Match': FOREIGN }), 'json', failed(path));
  expect(chatServer.count).toBe(before);
  expect((await send(method, path, body, { 'If-Match': '*' })).status).toBeLessThan(300);
  expect(chatServer.count).toBeGreaterThan(before);
});

it('of 10 creations at once one is done, at two instances', async () => {
  const other = await TestApi.start({}, api.database);
  try {
    for (const [path, body] of [
      ['/users/new', (n: number) => ({ password: 'p1-secret', name: `N ${n}` })],
      ['/groups/New', (n: number) => ({ name: 'New', description: `d ${n}` })],
      [
        '/chatrooms/new',
        (n: number) => ({ roomName: 'new', naturalName: `N ${n}`, description: 'd' }),
      ],
      ['/system/properties/site.new', (n: number) => ({ key: 'site.new', value: `${n}` })],
    ] as const) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? api : other).send('PUT', path, {
            headers: { ...json, 'If-None-Match': '*' },
            body: body(n),
          }),
        ),
      );
      const done = replies.map(({ status }) => status);
      expect([path, [...done].sort()]).toEqual([path, [201, ...Array<number>(9).fill(412)]]);
      const { text } = await api.call('GET', path, 'json');
      const stored = JSON.parse(text) as { name?: string; description?: string };
      const written = Object.values(body(done.indexOf(201))).find((value) => /\d$/.test(value))!;
      expect(Object.values(stored)).toContain(written);
    }
  } finally {
    await other.close();
  }
});

it('who administers is known when the answer of a removal is there', async () => {
  await api.setProperty('admin.authorizedJIDs', 'ola@example.org,zoe@example.org');
  await send('DELETE', '/users/ola', undefined, { 'If-Match': await tagOf('/users/ola') });
  const { properties } = api.app.persistence;
  expect(properties.read(systemProperty.administrators)).toBe('zoe@example.org');
  await api.setProperty('admin.authorizedJIDs', null);
});

it('what only begins like a tag is another tag', async () => {
  const tag = await tagOf('/users/ola');
  const longer = `${tag.slice(0, -1)}0"`;
  const reply = await send('PUT', '/users/ola', { name: 'x' }, { 'If-Match': longer });
  expectError(reply, 'json', failed('/users/ola'));
});
