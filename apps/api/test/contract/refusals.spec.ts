import { until } from '@chat-admin/debian-programs/until';
import { expectError, refusal, stored } from '../support/expectations.js';
import { doJob } from '../support/jobs.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ola');
  await createGroups(api, { name: 'Leads' });
  await createRoom(api, 'den', [{ kind: 'group', who: 'Leads', affiliation: 'owner' }]);
});
afterAll(() => api.stop());

const isManaged = (message: string, resource: string) =>
  refusal(409, 'ManagedObjectException')(message, resource);

const NEW = { 'If-None-Match': '*' };
const visitor = { role: 'visitor' };
const room = { roomName: 'more' };

async function codeOf(method: string, path: string, body?: object, more = {}) {
  const type = body ? { 'Content-Type': 'application/json' } : {};
  const headers = { ...type, ...more };
  return (await api.send(method, path, { headers, body })).headers['x-error-code'];
}

describe('what a directory manages', () => {
  const MAIN = 'Managed by directory:main';
  const group = '/groups/Klasse%205b';
  beforeAll(async () => {
    await createUsers(api, 'kim', 'leaving', 'locked');
    await createGroups(api, { name: 'Klasse 5b', members: ['kim'], description: 'Room 12' });
    const properties = ['department', 'desk'].map((key) => ({ key, value: 'old' }));
    const body = { name: 'Kim', email: 'kim@school.example', properties };
    expect((await api.call('PUT', '/users/kim', 'json', body)).status).toBe(200);
    expect((await api.call('POST', '/lockouts/locked', 'json')).status).toBe(201);
    const from = new Date(Date.now() + 86_400_000).toISOString();
    expect((await api.call('PUT', '/lockouts/leaving', 'json', { from })).status).toBe(201);
    await api.database.sql(`
      insert into managed_account (username, source, external_id, fields, properties)
      values ('kim', 'directory:main', 'u1', '{name,email,password}', '{department}'),
        ('locked', 'directory:main', 'u2', '{name,email}', '{}'),
        ('leaving', 'directory:main', 'u3', '{name,email}', '{}')`);
    await api.database.sql(`update lockout set author = 'directory:main'`);
    await api.database.sql(
      `insert into managed_group values ('Klasse 5b', 'directory:main', 'g1')`,
    );
    await until('the instance has heard of it', async () => {
      const { status } = await api.call('PUT', `${group}/members/ola`, 'json');
      if (status === 409) return true;
      await api.call('DELETE', `${group}/members/ola`, 'json');
      return false;
    });
  });
  const department = (value: string) => [
    { key: 'department', value },
    { key: 'desk', value: '4B' },
  ];
  const names = { groupname: ['Klasse 5b'] };

  it.each<[string, string, string, string, object?]>([
    ['PUT', '/users/kim', `${MAIN}: name, email`, 'kim', { name: 'K', email: 'k@x.example' }],
    ['PUT', '/users/kim', `${MAIN}: username`, 'kim', { username: 'bo' }],
    [
      'PUT',
      '/users/kim',
      `${MAIN}: properties, password`,
      'kim',
      { password: 'p2', properties: department('new') },
    ],
    ['PATCH', '/users/kim', `${MAIN}: name`, 'kim', { name: null }],
    ['DELETE', '/users/kim', MAIN, 'kim'],
    ['DELETE', '/lockouts/locked', MAIN, 'locked'],
    // where the directory's own begins later
    ['POST', '/lockouts/leaving', MAIN, 'leaving'],
    ['PUT', group, `${MAIN}: admins, members`, 'Klasse 5b', { name: 'Klasse 5b', admins: ['kim'] }],
    ['PATCH', group, `${MAIN}: members`, 'Klasse 5b', { members: [] }],
    ['DELETE', group, MAIN, 'Klasse 5b'],
    ['PUT', `${group}/members/ola`, `${MAIN}: members`, 'Klasse 5b'],
    ['PUT', `${group}/members/kim`, `${MAIN}: admins, members`, 'Klasse 5b', { role: 'admin' }],
    ['DELETE', `${group}/members/kim`, `${MAIN}: members`, 'Klasse 5b'],
    ['POST', '/users/ola/groups', `${MAIN}: members`, 'Klasse 5b', names],
    ['POST', '/users/ola/groups/Klasse%205b', `${MAIN}: members`, 'Klasse 5b'],
    ['DELETE', '/users/kim/groups', `${MAIN}: members`, 'Klasse 5b', names],
    ['DELETE', '/users/kim/groups/Klasse%205b', `${MAIN}: members`, 'Klasse 5b'],
  ])('stays as it is after %s %s', async (method, path, message, resource, ...[body]) => {
    const before = await stored(api);
    const type = body ? { 'Content-Type': 'application/json' } : {};
    for (const form of forms) {
      const headers = { ...type, Accept: `application/${form}` };
      const detail = 'change it in the directory that it comes from';
      expectError(await api.send(method, path, { headers, body }), form, {
        ...isManaged(message, resource),
        detail,
      });
    }
    expect(await stored(api)).toEqual(before);
  });

  it('is changed where nothing managed would differ', async () => {
    for (const path of ['/users/kim', group]) {
      const { text } = await api.call('GET', path, 'json');
      expect((await api.call('PUT', path, 'json', JSON.parse(text) as object)).status).toBe(200);
    }
    const own = { properties: [{ key: 'department', value: 'old' }] };
    for (const [method, path, body] of [
      ['PUT', '/users/kim', own],
      ['PATCH', group, { shared: true }],
      ['PUT', `${group}/members/kim`, {}],
      ['POST', '/users/kim/groups/Klasse%205b', undefined],
      ['POST', '/lockouts/locked', undefined],
      ['PUT', '/lockouts/kim', { reason: 'own' }],
      ['DELETE', '/lockouts/kim', undefined],
    ] as const) {
      const { status, text } = await api.call(method, path, 'json', body);
      expect([method, path, status < 300, text]).toEqual([method, path, true, expect.anything()]);
    }
  });

  it('is refused in the lines of jobs, too', async () => {
    const lines = ['username,name,password', 'kim,Kai,', 'kim,Kim,', 'kim,,p2'].join('\n');
    const { results } = await doJob(api, 'type=users&onExisting=update', lines);
    expect(results).toEqual([
      ['/users/kim', 'failed', `${MAIN}: name`],
      ['/users/kim', 'unchanged'],
      ['/users/kim', 'failed', `${MAIN}: password`],
    ]);
  });

  it('shows by what, and is found by it', async () => {
    const read = async (path: string) =>
      JSON.parse((await api.call('GET', path, 'json')).text) as object;
    const fields = 'fields=managedBy,externalId';
    const kim = { managedBy: 'directory:main', externalId: 'u1' };
    const crew = { managedBy: 'directory:main', externalId: 'g1' };
    expect(await read(`/users/kim?${fields}`)).toEqual(kim);
    expect(await read(`/users/ola?${fields}`)).toEqual({});
    expect(await read(`${group}?${fields}`)).toEqual(crew);
    expect(await read(`/users?managedBy=directory:main&${fields}&limit=1`)).toEqual({
      users: [kim],
    });
    expect(await read(`/groups?managedBy=directory:main&${fields}`)).toEqual({ groups: [crew] });
    expect(await read('/groups?managedBy=&fields=name')).toEqual({ groups: [{ name: 'Leads' }] });
    expect(await read('/users?managedBy=&fields=username')).toEqual({
      users: [{ username: 'ola' }],
    });
  });

  it('is local once somebody else has put the lockout', async () => {
    expect((await api.call('PUT', '/lockouts/locked', 'json', {})).status).toBe(200);
    const { text } = await api.call('GET', '/lockouts/locked', 'json');
    expect(JSON.parse(text)).not.toHaveProperty('author', 'directory:main');
    expect((await api.call('DELETE', '/lockouts/locked', 'json')).status).toBe(200);
  });
});

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
  ['PATCH', '/reports/none', 'report-not-found', {}],
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
