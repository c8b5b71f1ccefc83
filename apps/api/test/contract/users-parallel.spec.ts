import { createGroups, createUsers, startOver } from '../support/people.js';
import type { Reply } from '../support/test-api.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();
const outcomes = async () =>
  (await api.audited())
    .map(({ summary, details }) => `${summary} ${/outcome=(\d+)/.exec(details)?.[1]}`)
    .toSorted();
const count = async (table: string) => (await api.database.sql(`select from ${table}`)).length;
const create = (username: string, password = 'p') =>
  api.call('POST', '/users', 'json', { username, password });

it('two concurrent creations of one user create one user', async () => {
  await api.audited();
  for (let round = 0; round < 10; round += 1) {
    const name = `user${round}`;
    const replies = await Promise.all([create(name), create(name.toUpperCase())]);
    expect(statuses(replies)).toEqual([201, 409]);
    const refused = replies.find(({ status }) => status === 409)!;
    const sent = replies[0] === refused ? name : name.toUpperCase();
    expect(JSON.parse(refused.text)).toEqual({
      resource: sent,
      message: 'Could not create new user',
      exception: 'UserAlreadyExistsException',
      detail: `the user name is taken: ${sent}`,
    });
    expect((await outcomes()).map((text) => text.toLowerCase()).toSorted()).toEqual([
      `post user ${name} 201`,
      `post user ${name} 409`,
    ]);
  }
  expect(await count('account')).toBe(10);
  expect(await count('account_credential')).toBe(10);
});

it('twenty concurrent creations of one user create one user', async () => {
  await api.audited();
  const replies = await Promise.all(Array.from({ length: 20 }, () => create('ola')));
  expect(statuses(replies)).toEqual([201, ...Array<number>(19).fill(409)]);
  expect(await outcomes()).toEqual([
    'POST user ola 201',
    ...Array<string>(19).fill('POST user ola 409'),
  ]);
  expect(await count('account')).toBe(1);
});

it('forty concurrent creations of different users all succeed, each with its audit entry', async () => {
  await api.audited();
  const names = Array.from({ length: 40 }, (_, index) => `user${index}`);
  const replies = await Promise.all(names.map((name) => create(name)));
  expect(statuses(replies)).toEqual(Array<number>(40).fill(201));
  expect(await outcomes()).toEqual(names.map((name) => `POST user ${name} 201`).toSorted());
  expect(await count('account_credential')).toBe(40);
});

it('overlapping bulk and single creations never leave half of a bulk', async () => {
  const bulk = (...names: string[]) =>
    api.call('POST', '/users', 'json', {
      users: names.map((username) => ({ username, password: 'p' })),
    });
  const names = ['a', 'b', 'c', 'd'];
  const replies = await Promise.all([
    bulk(...names),
    bulk(...names.toReversed()),
    create('b'),
    create('c'),
  ]);
  expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const stored = (await api.database.sql('select username from account order by 1')).map(
    ({ username }) => username,
  );
  const [first, second, b, c] = replies.map(({ status }) => status === 201);
  const expected =
    first || second ? names : names.filter((n) => (n === 'b' && b) || (n === 'c' && c));
  expect(first && second).toBe(false);
  expect(stored).toEqual(expected);
});

it('of concurrent renames to one name exactly one wins', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await createUsers(api, ...names);
  await createGroups(api, { name: 'Crew', members: names });
  await api.audited();
  const replies = await Promise.all(
    names.map((name) => api.call('PUT', `/users/${name}`, 'json', { username: 'winner' })),
  );
  expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409]);
  const winner = names[replies.findIndex(({ status }) => status === 200)]!;
  expect(JSON.parse(replies.find(({ status }) => status === 409)!.text)).toEqual({
    resource: 'winner',
    message: 'Could not create new user',
    exception: 'UserAlreadyExistsException',
    detail: 'the user name is taken: winner',
  });
  const left = [...names.filter((name) => name !== winner), 'winner'];
  const accounts = await api.database.sql('select username from account order by 1');
  const members = await api.database.sql('select jid from group_member order by 1');
  expect(accounts.map(({ username }) => username)).toEqual(left);
  expect(members.map(({ jid }) => jid)).toEqual(left.map((name) => `${name}@example.org`));
  expect(await api.audited()).toHaveLength(6);
});

it('a concurrent rename and removal of one user do not both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    await createUsers(api, 'ola');
    await createGroups(api, { name: `Crew${round}`, admins: ['ola'] });
    const [renamed, removed] = await Promise.all([
      api.call('PUT', '/users/ola', 'json', { username: 'una' }),
      api.call('DELETE', '/users/ola', 'json'),
    ]);
    expect(statuses([renamed!, removed!])).toEqual([200, 404]);
    const left = renamed!.status === 200 ? ['una'] : [];
    const accounts = await api.database.sql('select username from account');
    const members = await api.database.sql('select jid from group_member');
    expect(accounts.map(({ username }) => username)).toEqual(left);
    expect(members.map(({ jid }) => jid)).toEqual(left.map((name) => `${name}@example.org`));
    await startOver(api);
  }
});

it('concurrent changes of one roster, vCard and group end in one of the states sent', async () => {
  await createUsers(api, 'ola');
  const post = () =>
    api.call('POST', '/users/ola/roster', 'json', { jid: 'bo@x', nickname: 'B', groups: ['G'] });
  expect(statuses(await Promise.all([post(), post(), post()]))).toEqual([201, 409, 409]);
  const join = () => api.call('POST', '/users/ola/groups', 'json', { groupnames: ['N', 'M'] });
  expect(statuses(await Promise.all([join(), join(), join()]))).toEqual([201, 201, 201]);
  expect(await count('group_member')).toBe(2);
  const group = () => api.call('POST', '/groups', 'json', { name: 'Crew', members: ['ola'] });
  expect(statuses(await Promise.all([group(), group(), group()]))).toEqual([201, 409, 409]);
  const cards = [1, 2, 3].map((number) => `<vCard xmlns="vcard-temp"><FN>${number}</FN></vCard>`);
  const sent = cards.map((card) => api.call('PUT', '/users/ola/vcard', 'xml', card));
  expect(statuses(await Promise.all(sent))).toEqual([200, 200, 200]);
  expect(cards).toContain((await api.call('GET', '/users/ola/vcard', 'xml')).text);
});
