import { API_ROOT } from '../../src/http/api-root.js';
import { expectError, refusal, stored } from '../support/expectations.js';
import { doJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { createUsers, PASSWORD, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';
import type { Call, Form } from '../support/test-api.js';

const ADMINS = 'admin.authorizedJIDs';
const SCOPES = [
  'users:write',
  'lockouts:write',
  'jobs:write',
  'jobs:read',
  'admins:write',
] as const;

let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  other = await TestApi.start({ failedLoginLimit: 0 }, api.database);
});
afterAll(async () => {
  await other.close();
  await api.stop();
});
beforeEach(async () => {
  await startOver(api);
  await createUsers(api, 'ann', 'bea', 'ola');
  await api.setProperty(ADMINS, 'ghost@example.org,ann@example.org');
});

const list = async () =>
  (await api.database.sql(`select value from system_property where key = '${ADMINS}'`)) as unknown;

interface Sent {
  readonly by?: string | null | undefined;
  readonly at?: TestApi;
  readonly body?: Call['body'];
  readonly form?: Form;
}
const send = (method: string, path: string, { by, at = api, body, form = 'json' }: Sent = {}) =>
  at.send(method, path, {
    headers: { Accept: `application/${form}`, 'Content-Type': 'application/json' },
    body,
    authorization: by,
  });

const last = refusal(409, 'NotAllowedException')('This is the last administrator', 'ann');
const scopeNeeded = (path: string) =>
  refusal(403, 'ForbiddenException')('The scope admins:write is needed', `${API_ROOT}${path}`);
const details = async () => (await api.audited()).map((entry) => entry.details);
const said = expect.stringContaining('lastAdministrator=true') as string;

const ENDS: readonly [string, string, string][] = [
  ['POST', '/lockouts/ann', 'lockout'],
  ['PUT', '/lockouts/ann', 'lockout'],
  ['DELETE', '/users/ann', 'account'],
  ['DELETE', '/users/%41NN', 'account'],
];

describe.each(ENDS)('%s %s', (method, path) => {
  it.each(forms)(
    'by a key without * is refused for the last administrator, as %s',
    async (form) => {
      const by = (await makeKey(api, SCOPES)).bearer;
      const before = await stored(api);
      expectError(await send(method, path, { by, form }), form, last);
      expect(await stored(api)).toEqual(before);
    },
  );

  it('by a key without * is done once another one can sign in', async () => {
    await api.setProperty(ADMINS, 'ann@example.org,bea@example.org');
    const by = (await makeKey(api, SCOPES)).bearer;
    await api.audited();
    expect((await send(method, path, { by })).status).toBeLessThan(300);
    expect(await details()).not.toContainEqual(said);
  });

  it.each(['the shared secret', 'a key with *'])('by %s is done, and told', async (way) => {
    const by = way === 'a key with *' ? (await makeKey(api, ['*'])).bearer : undefined;
    await api.audited();
    expect((await send(method, path, { by })).status).toBeLessThan(300);
    expect(await details()).toEqual([said]);
  });
});

it('an administrator who is named by a JID is one (CK-12)', async () => {
  const jid = 'ANN@example.org/desk';
  const path = `/users/${encodeURIComponent(jid)}`;
  const by = (await makeKey(api, SCOPES)).bearer;
  expectError(await send('DELETE', path, { by }), 'json', last);
  const weaker = (await makeKey(api, ['users:write', 'lockouts:write'])).bearer;
  for (const [method, address] of [
    ['DELETE', path],
    ['POST', path.replace('users', 'lockouts')],
    ['PUT', path.replace('users', 'lockouts')],
  ] as const) {
    expectError(await send(method, address, { by: weaker }), 'json', scopeNeeded(address));
  }
  const body = JSON.stringify({ password: 'other-secret' });
  expectError(await send('PUT', path, { by: weaker, body }), 'json', scopeNeeded(path));
});

describe('the list', () => {
  it('names nobody once its last entry has gone, whoever is called admin', async () => {
    await api.setProperty(ADMINS, 'ann@example.org');
    await createUsers(api, 'admin');
    expect((await send('DELETE', '/users/ann')).status).toBe(200);
    expect(await list()).toEqual([{ value: '-' }]);
    const offered = { username: 'admin', password: PASSWORD };
    const reply = await send('POST', '/session', { by: null, body: offered });
    expect(reply.status).toBe(401);
  });

  it('that is empty, or absent, means admin', async () => {
    await createUsers(api, 'admin');
    const offered = { username: 'admin', password: PASSWORD };
    for (const value of ['', null]) {
      await api.setProperty(ADMINS, value);
      expect((await send('POST', '/session', { by: null, body: offered })).status).toBe(201);
    }
  });
});

describe('a rename', () => {
  const rename = (name: string, by: string) =>
    send('PUT', `/users/${name}`, { by, body: { username: `${name}x` } });

  it('changes the list along, so that nobody is lost', async () => {
    const by = (await makeKey(api, SCOPES)).bearer;
    expect((await rename('ann', by)).status).toBe(200);
    expect(await list()).toEqual([{ value: 'ghost@example.org,annx@example.org' }]);
  });

  it('of the account admin is refused while nobody is listed', async () => {
    await createUsers(api, 'admin');
    await api.setProperty(ADMINS, null);
    const by = (await makeKey(api, SCOPES)).bearer;
    const reply = await rename('admin', by);
    expect([reply.status, reply.text]).toEqual([
      409,
      expect.stringContaining('last administrator'),
    ]);
  });
});

describe('a job', () => {
  const table = 'username,action\nann,remove\nola,remove';
  const removed = {
    results: [
      ['/users/ann', 'removed'],
      ['/users/ola', 'removed'],
    ],
  };

  it('of a key without * leaves the last administrator', async () => {
    const by = (await makeKey(api, SCOPES)).bearer;
    expect(await doJob(api, 'type=users', table, { authorization: by })).toMatchObject({
      results: [
        ['/users/ann', 'failed', 'This is the last administrator'],
        ['/users/ola', 'removed'],
      ],
    });
  });

  it('of the shared secret does not, and tells so', async () => {
    await api.audited();
    expect(await doJob(api, 'type=users', table)).toMatchObject(removed);
    expect(await details()).toContainEqual(said);
  });
});

it('of two who are ended at once, at two instances, by keys without *, one is left', async () => {
  await api.setProperty(ADMINS, 'ann@example.org,bea@example.org');
  await other.app.persistence.properties.refresh();
  const by = (await makeKey(api, SCOPES)).bearer;
  const replies = await Promise.all([
    send('DELETE', '/users/ann', { by }),
    send('POST', '/lockouts/bea', { by, at: other }),
  ]);
  expect(replies.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
});

describe.each(['admin', 'secret', 'ghost'])('the name %s', (name) => {
  const user = { username: name, password: PASSWORD };
  // a shorter row would make Jest pass its callback in place of the last
  const CREATIONS: readonly [string, string, object, object][] = [
    ['POST', '/users', user, {}],
    ['POST', '/users', { users: [{ ...user, username: 'zoe' }, user] }, {}],
    ['PUT', '/users/ola', { username: name }, {}],
    ['PUT', `/users/${name}`, user, { 'If-None-Match': '*' }],
  ];

  it.each(CREATIONS)(
    'is given by %s %s only with admins:write',
    async (method, path, body, more) => {
      const weak = (await makeKey(api, ['users:write'])).bearer;
      const strong = (await makeKey(api, ['users:write', 'admins:write'])).bearer;
      const call = (authorization: string) =>
        api.send(method, path, {
          headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...more },
          body,
          authorization,
        });
      const before = await stored(api);
      expectError(await call(weak), 'json', scopeNeeded(path));
      expect(await stored(api)).toEqual(before);
      expect((await call(strong)).status).toBeLessThan(300);
    },
  );

  it('is given by a job only with admins:write', async () => {
    const by = (await makeKey(api, ['users:write', 'jobs:write', 'jobs:read'])).bearer;
    const table = `username,password\n${name},${PASSWORD}`;
    expect(await doJob(api, 'type=users', table, { authorization: by })).toMatchObject({
      results: [[`/users/${name}`, 'failed', 'The scope admins:write is needed']],
    });
    expect(await doJob(api, 'type=users', table)).toMatchObject({
      results: [[`/users/${name}`, 'created']],
    });
  });
});

it('an account that has a reserved name, and does not administer, is like all others', async () => {
  await createUsers(api, 'admin', 'secret');
  const by = (await makeKey(api, ['users:write'])).bearer;
  for (const name of ['admin', 'secret']) {
    const body = { password: 'p2-secret' };
    expect((await send('PUT', `/users/${name}`, { by, body })).status).toBe(200);
    expect((await send('DELETE', `/users/${name}`, { by })).status).toBe(200);
  }
});

it('a room that names nobody belongs to who signs, else to the first administrator with an account', async () => {
  const made = async (roomName: string, authorization?: string) => {
    const body = { roomName, naturalName: roomName, description: 'x' };
    const by = authorization;
    expect((await send('POST', '/chatrooms', { by, body })).status).toBe(201);
    const { text } = await send('GET', `/chatrooms/${roomName}`, { by });
    return (JSON.parse(text) as { readonly owners: unknown }).owners;
  };
  expect(await made('first')).toEqual(['ann@example.org']);
  await api.setProperty(ADMINS, 'ghost@example.org,bea@example.org,ann@example.org');
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  const ann = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
  expect(await made('signed', ann)).toEqual(['ann@example.org']);
  const bulk = { chatRooms: [{ roomName: 'many', naturalName: 'many', description: 'x' }] };
  await send('POST', '/chatrooms/bulk', { by: ann, body: bulk });
  expect((await send('GET', '/chatrooms/many', { by: ann })).text).toContain('ann@example.org');
});
