import { BAD_PAGES, listTester } from '../support/pages.js';
import { createGroups, createUsers } from '../support/people.js';
import { TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ann', 'bob');
  await createGroups(
    api,
    { name: 'beta', description: 'Bakers of bread', members: ['ann'], shared: true },
    { name: 'Alpha', admins: ['ann', 'bob@far.example'], members: ['bob', '_x_', 'zoe'] },
    { name: 'gamma', description: 'Élan', members: ['bob@far.example'] },
    { name: '%', description: '' },
  );
});
afterAll(() => api.stop());

const named = ({ name }: { readonly name: string }) => name;
const shared = { api: () => api };

describe('groups', () => {
  const list = listTester({ ...shared, path: '/groups', member: 'groups', read: named });

  it.each([
    ['?limit=3', [['%', 'Alpha', 'beta'], ['gamma']]],
    [
      '?limit=2&sort=name',
      [
        ['%', 'Alpha'],
        ['beta', 'gamma'],
      ],
    ],
    [
      '?limit=2&sort=-name',
      [
        ['gamma', 'beta'],
        ['Alpha', '%'],
      ],
    ],
    ['?limit=1&member=ann', [['Alpha'], ['beta']]],
  ])('%s is walked by Links', async (query, pages) => {
    expect(await list.walk(query)).toEqual(pages);
  });

  it('are shown as without pages', list.expectSameShape);

  it.each([
    ['text=BREAD', ['beta']],
    ['text=alpha', ['Alpha']],
    ['text=%C3%A9lan', ['gamma']],
    ['text=A', ['Alpha']],
    ['text=%25', ['%']],
    ['text=_', []],
    ['text=', ['%', 'Alpha', 'beta', 'gamma']],
    ['shared=TRUE', ['beta']],
    ['shared=false', ['%', 'Alpha', 'gamma']],
    ['shared=', ['%', 'Alpha', 'beta', 'gamma']],
    ['member=bob@far.example', ['Alpha', 'gamma']],
    ['member=ANN', ['Alpha', 'beta']],
    ['member=nobody', []],
    ['member=', []],
    ['member=ann&shared=false', ['Alpha']],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it.each([...BAD_PAGES, 'shared=1', 'member=a@b@c', 'fields=', 'fields=name,email'])(
    '%s is refused',
    (query) => list.expectRefused(query),
  );

  it('show chosen fields', async () => {
    const query = '?text=Alpha&fields=memberCount,admins,name,members';
    expect((await list.get(query)).text).toBe(
      '{"groups":[{"name":"Alpha","members":["_x_@example.org","bob@example.org","zoe@example.org"],"admins":["ann@example.org","bob@far.example"],"memberCount":5}]}',
    );
    expect((await list.get('?shared=true&fields=memberCount', 'xml')).text).toBe(
      `${XML}<groups><group><memberCount>1</memberCount></group></groups>`,
    );
  });
});

describe('people of a group', () => {
  const list = listTester({
    ...shared,
    path: '/groups/Alpha/members',
    member: 'groupMembers',
    read: ({ jid }: { readonly jid: string }) => jid.split('.')[0]!,
  });
  const all = ['_x_@example', 'ann@example', 'bob@example', 'bob@far', 'zoe@example'];

  it('are walked by Links', async () => {
    expect(await list.walk('?limit=3')).toEqual([all.slice(0, 3), all.slice(3)]);
    expect(await list.walk('?limit=4&sort=-jid')).toEqual([
      [...all].reverse().slice(0, 4),
      ['_x_@example'],
    ]);
  });

  it('are shown as without pages', list.expectSameShape);

  it.each([
    ['role=admin', ['ann@example', 'bob@far']],
    ['role=member&text=b', ['bob@example']],
    ['text=BOB@F', ['bob@far']],
    ['text=_', ['_x_@example']],
    ['role=&text=', all],
    ['text=example', []],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it.each([...BAD_PAGES, 'role=owner', 'role=Admins', 'fields=nope'])('%s is refused', (query) =>
    list.expectRefused(query),
  );

  it('show chosen fields; of groups that exist', async () => {
    expect((await list.get('?limit=1&fields=role')).text).toBe(
      '{"groupMembers":[{"role":"member"}]}',
    );
    expect((await api.call('GET', '/groups/none/members?limit=1', 'json')).status).toBe(404);
  });
});

describe('groups of a user', () => {
  const list = listTester({
    ...shared,
    path: '/users/ann/groups',
    member: 'groupnames',
    read: (name: string) => name,
  });

  it('are walked by Links', async () => {
    expect(await list.walk('?limit=1')).toEqual([['Alpha'], ['beta']]);
    expect(await list.walk('?limit=1&sort=-name')).toEqual([['beta'], ['Alpha']]);
  });

  it('are shown as without pages', list.expectSameShape);

  it.each([...BAD_PAGES, 'fields=name'])('%s is refused', (query) => list.expectRefused(query));

  it('are those of a user who exists', async () => {
    expect((await api.call('GET', '/users/nobody/groups?limit=1', 'json')).status).toBe(404);
  });
});
