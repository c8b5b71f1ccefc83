import { makeKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const PASSWORD = 'p1-secret';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const username of ['ola', 'zoe']) {
    await api.call('POST', '/users', 'json', { username, password: PASSWORD });
  }
  await api.call('POST', '/chatrooms', 'json', { roomName: 'den', naturalName: 'Den' });
  await api.call('POST', '/groups', 'json', { name: 'crew', description: 'x', members: ['ola'] });
});
afterAll(() => api.stop());
beforeEach(() => api.audited());

/** The one entry of a request: its summary, and its details behind the address. */
async function entryOf(method: string, path: string, body: object): Promise<[string, string]> {
  await api.call(method, path, 'json', body);
  const entries = await api.audited();
  expect(entries).toHaveLength(1);
  const { summary, details } = entries[0]!;
  expect(details).toMatch(/^object=\S+; outcome=\d+; (exception=\w+; )?request=\S+; address=127/);
  return [summary, details.replace(/^.*; address=127\.0\.0\.1(; )?/, '')];
}

it('a change with a key names its id, which stays when the key gets another name', async () => {
  const { id, name, bearer } = await makeKey(api, ['users:read', 'users:write']);
  await api.audited();
  await sendJson(api, 'PATCH', '/users/ola', { name: 'Ola N' }, bearer);
  const [entry] = await api.audited();
  expect(entry!.username).toBe(`key:${name}`);
  expect(entry!.details).toMatch(new RegExp(`; address=127.0.0.1; key=${id}; changed=name$`));
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ username: `U${index}`, password: PASSWORD }));

it.each<[string, string, string, object, string, string]>([
  ['a rename', 'PUT', '/users/zoe', { username: 'Bo' }, 'PUT user zoe', 'to=bo'],
  ['a rename that fails', 'PUT', '/users/ola', { username: 'a b' }, 'PUT user ola', 'to=a%20b'],
  ['a change', 'PUT', '/users/ola', { email: 'o@x.example' }, 'PUT user ola', 'changed=email'],
  ['one user in bulk', 'POST', '/users', { users: many(1) }, 'POST users u0', 'users=u0'],
  [
    'users in bulk that exist',
    'POST',
    '/users',
    { users: many(2) },
    'POST users u0, u1',
    'users=u0,u1',
  ],
  [
    'many users in bulk, who have no password',
    'POST',
    '/users',
    { users: many(60).map(({ username }) => ({ username })) },
    'POST users u0, u1 and 58 more',
    `users=${many(50)
      .map(({ username }) => username.toLowerCase())
      .join()},+10`,
  ],
  [
    'groups of a user',
    'POST',
    '/users/ola/groups',
    { groupnames: ['crew', 'a, b'] },
    'POST user groups ola',
    'groups=crew,a%2C%20b',
  ],
  [
    'a group',
    'PUT',
    '/groups/crew',
    { name: 'crew', description: 'y', admins: ['ola'] },
    'PUT group crew',
    'changed=description; added=admin:ola@example.org; removed=member:ola@example.org',
  ],
  [
    'a room',
    'PUT',
    '/chatrooms/den',
    { roomName: 'den', naturalName: 'Lair', members: ['cy'] },
    'PUT room conference/den',
    'changed=naturalName; added=member:cy@example.org',
  ],
  [
    'a list of affiliations',
    'PUT',
    '/chatrooms/den/members',
    { members: ['bo'] },
    'PUT room members conference/den',
    'added=bo@example.org; removed=cy@example.org; affiliation=member',
  ],
  [
    'an affiliation that is refused',
    'POST',
    '/chatrooms/nowhere/outcasts/cy',
    {},
    'POST room outcasts conference/nowhere/cy',
    'affiliation=outcast',
  ],
  [
    'rooms in bulk',
    'POST',
    '/chatrooms/bulk',
    { chatRooms: [{ roomName: 'den' }, { roomName: 'New' }, { roomName: 'a b' }] },
    'POST rooms conference',
    'rooms=den,new,a%20b; created=1; existing=1; failed=1',
  ],
])('%s', async (_what, method, path, body, summary, details) => {
  const [told, said] = await entryOf(method, path, body);
  expect(said).toBe(details);
  expect(told).toBe(summary);
});

it('no password and no value of a property is told', async () => {
  const secret = 'swordfish-17';
  const properties = [{ key: 'k', value: secret }];
  const [, details] = await entryOf('PUT', '/users/ola', { password: secret, properties });
  expect(details).toBe('changed=password,properties');
});
