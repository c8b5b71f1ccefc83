import { ChatServerSpy } from '@chat-admin/domain/testing/chat-server-spy';
import { API_ROOT } from '../../src/http/api-root.js';
import { properties } from '../support/documents.js';
import { badArgument, noUser, refusal, userExists } from '../support/expectations.js';
import { Patches } from '../support/patches.js';
import { createUsers, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const CREATE = 'Could not create new user';
const BAD_PROPERTY = 'Could not update the user, because a property has no key or no value';
const EMPTY_PASSWORD = 'Could not update the user, because the password is empty';

const ola = {
  username: 'ola',
  name: 'Ola N',
  email: 'ola@example.net',
  properties: properties({ a: '1', desk: '4B' }),
};
const chatServer = new ChatServerSpy();
let api: TestApi;
let patches: Patches;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  patches = new Patches(api, chatServer);
});
beforeEach(async () => {
  await createUsers(api, 'zoe');
  await api.call('POST', '/users', 'json', { ...ola, password: 'p1' });
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const PATH = '/users/ola';
const read = async (username = 'ola') =>
  JSON.parse((await api.call('GET', `/users/${username}`, 'json')).text) as unknown;
const keys = async () =>
  JSON.stringify(await api.database.sql('select * from account_credential order by username'));

it.each([
  ['name', { name: ' O ' }, ' O '],
  ['email', { email: 'o@x' }, 'o@x'],
  ['properties', { properties: [{ key: 'z', value: '' }] }, properties({ z: '' })],
  [
    'properties',
    { properties: { property: { '@key': 'z', '@value': 1 } } },
    properties({ z: '1' }),
  ],
  ['properties', { properties: { property: [] } }, []],
  ['properties', { properties: [] }, []],
])('%s alone is changed, all else stays: %j', async (field, patch, value) => {
  const before = await keys();
  const { document, facts, told } = await patches.apply('/users/OLA', patch);
  expect(document).toEqual({ ...ola, [field]: value });
  expect(document).toEqual(await read());
  expect(facts).toBe(`changed=${field}`);
  expect(told).toEqual([]);
  expect(await keys()).toBe(before);
});

it.each([
  [{ name: null }, { name: '' }],
  [{ email: null }, { email: undefined }],
  [
    { name: ' ', email: '' },
    { name: '', email: undefined },
  ],
  [{ properties: null }, { properties: [] }],
  [{ properties: false }, { properties: [] }],
])('what is cleared is gone: %j', async (patch, left) => {
  const { document } = await patches.apply(PATH, patch);
  expect(document).toEqual(JSON.parse(JSON.stringify({ ...ola, ...left })));
  expect(document).toEqual(await read());
});

it.each([
  [{ desk: '5A' }, { a: '1', desk: '5A' }],
  [
    { b: 'x', a: null },
    { b: 'x', desk: '4B' },
  ],
  [
    { b: false, a: 2, desk: true },
    { a: '2', b: 'false', desk: 'true' },
  ],
  [
    { property: 'x', properties: 'y' },
    { a: '1', desk: '4B', properties: 'y', property: 'x' },
  ],
  [{ property: null, none: null, a: null }, { desk: '4B' }],
  [JSON.parse('{"__proto__":"x","constructor":"y"}') as object, null],
])('properties in an object merge by key: %j', async (patch, left) => {
  const { document } = await patches.apply(PATH, { properties: patch });
  const expected =
    left === null
      ? [
          { key: '__proto__', value: 'x' },
          ...ola.properties.slice(0, 1),
          { key: 'constructor', value: 'y' },
          ...ola.properties.slice(1),
        ]
      : properties(left as Record<string, string>);
  expect(document).toEqual({ ...ola, properties: expected });
  expect(document).toEqual(await read());
});

it('numbers in place of values keep their digits [CK-35]', async () => {
  const body = '{"properties":{"a":1.50,"b":-0,"desk":12345678901234567890}}';
  const { document } = await patches.apply(PATH, body);
  const kept = { a: '1.50', b: '-0', desk: '12345678901234567890' };
  expect(document).toEqual({ ...ola, properties: properties(kept) });
});

it('a password is set, and told to the chat server', async () => {
  const before = await keys();
  const { document, facts, told } = await patches.apply(PATH, { password: 'p2' });
  expect(document).toEqual(ola);
  expect(facts).toBe('changed=password');
  expect(told).toEqual([{ users: ['ola'], event: 'password' }]);
  expect(await keys()).not.toBe(before);
});

it('another user name renames, and the answer says where the user is now', async () => {
  await api.call('POST', '/users/zoe/roster', 'json', { jid: 'ola@example.org' });
  const { document, facts, told, headers } = await patches.apply(PATH, {
    username: 'Bø',
    name: null,
    properties: { desk: null },
  });
  const renamed = {
    username: 'bø',
    name: '',
    email: ola.email,
    properties: properties({ a: '1' }),
  };
  expect(document).toEqual(renamed);
  expect(headers['content-location']).toBe(`${API_ROOT}/users/b%C3%B8`);
  expect(facts).toBe('to=bø; changed=name,properties');
  expect(told.slice(0, 2)).toEqual([
    { users: ['ola'], event: 'deleted' },
    { users: ['bø'], event: 'created' },
  ]);
  expect(await read('b%C3%B8')).toEqual(renamed);
  expect((await api.call('GET', PATH, 'json')).status).toBe(404);
});

it('a rename clears properties too', async () => {
  const { document } = await patches.apply(PATH, { username: 'bo', properties: null });
  expect(document).toEqual({ ...ola, username: 'bo', properties: [] });
});

it.each([
  ...[{}, { username: 'OLA' }, { name: 'Ola N' }, { properties: {} }],
  { properties: { desk: '4B', none: null } },
  { ...ola, properties: [...ola.properties].reverse() },
])('what is so already changes nothing: %j', async (same) => {
  await patches.expectNoChange(PATH, same);
});

it('the answer is negotiated', async () => {
  const reply = await patches.send(PATH, { name: 'O' }, { Accept: 'application/xml' });
  expect(reply.headers['content-type']).toBe('application/xml');
  expect(reply.text).toContain('<user><username>ola</username><name>O</name>');
  expect(reply.headers).not.toHaveProperty('content-location');
  const other = await patches.send(PATH, { name: 'O' });
  const tag = (await api.call('GET', PATH, 'json')).headers.etag;
  expect(other.headers.etag).toBe(tag);
});

it('50 parallel patches of different properties all survive', async () => {
  const names = Array.from({ length: 50 }, (_, n) => `k${String(n).padStart(2, '0')}`);
  const replies = await Promise.all(
    names.map((name) => patches.send(PATH, { properties: { [name]: 'v' } })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const all = [...ola.properties, ...names.map((key) => ({ key, value: 'v' }))];
  expect(await read()).toEqual({ ...ola, properties: all });
});

const path = `${API_ROOT}${PATH}`;

it.each(['', 'null', '[]', '"x"', '1'])('%j is no merge patch', async (body) => {
  const message = 'Could not read the request body: a merge patch is a JSON object';
  await patches.expectRefused(PATH, body, badArgument(message, path));
});

it.each([
  [{ age: 1 }, 'Unknown member: age'],
  [{ Name: 'x' }, 'Unknown member: Name'],
  [{ '@username': 'x' }, 'Unknown member: @username'],
  [{ username: null }, 'Invalid value for username'],
  [{ password: null }, 'Invalid value for password'],
  [{ password: false, username: null }, 'Invalid value for username'],
  [{ password: {} }, 'Invalid value for password'],
  [{ name: {} }, 'Invalid value for name: an object'],
  [{ properties: ['x'] }, 'Invalid value for properties: x'],
  [{ properties: 'x' }, 'Invalid value for properties: x'],
  [{ properties: { a: {} } }, 'Invalid value for value: an object'],
])('refuses a member before it looks for the user: %j', async (body, message) => {
  await patches.expectRefused(PATH, body, badArgument(message, path));
  const ghost = '/users/ghost';
  await patches.expectRefused(ghost, body, badArgument(message, `${API_ROOT}${ghost}`));
});

it('a user who does not exist is 404, before what is wrong with the change', async () => {
  const bad = { password: '', name: 'x'.repeat(101), properties: { '': 'x' } };
  for (const name of ['ghost', 'GHOST', 'g@example.org', 'x'.repeat(65)]) {
    const address = `/users/${encodeURIComponent(name)}`;
    await patches.expectRefused(address, {}, noUser(name));
    await patches.expectRefused(address, bad, noUser(name));
    const renaming = noUser(name, 'Could not find user');
    await patches.expectRefused(address, { username: 'una', ...bad }, renaming);
  }
});

it.each([
  [{ password: '' }, badArgument(EMPTY_PASSWORD, 'ola')],
  [{ password: '\u0007' }, badArgument('Invalid value for password', path)],
  [{ username: 'a b' }, badArgument(CREATE, 'a b')],
  [{ username: '' }, badArgument(CREATE, 'users')],
  [{ username: 'ZOE', password: 'p2' }, userExists('ZOE')],
  [{ properties: { '': 'x' } }, badArgument(BAD_PROPERTY, 'ola')],
  [{ properties: [{ key: 'x' }] }, badArgument(BAD_PROPERTY, 'ola')],
  [
    { name: 'x'.repeat(101) },
    badArgument('Invalid value for name: longer than 100 characters', path),
  ],
  [
    { properties: { ['k'.repeat(101)]: 'x' } },
    badArgument('Invalid value for key: longer than 100 characters', path),
  ],
])('refuses what PUT refuses: %j', async (body, expected) => {
  await patches.expectRefused(PATH, body, expected);
});

it('the user has a limit of properties, whatever adds them', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 'x']));
  const tooMany = refusal(413, 'PayloadTooLargeException')(
    'The request body has too many properties: more than 1000',
    path,
  );
  await patches.expectRefused(PATH, { properties: many(1001) }, tooMany);
  await patches.expectRefused(PATH, { properties: many(999) }, tooMany);
  await patches.apply(PATH, { properties: { ...many(999), a: null } });
  await patches.expectRefused(PATH, { properties: { one: 'more' } }, tooMany);
});

it.each(['application/json', 'Application/JSON; charset=utf-8'])(
  '%p is a merge patch',
  async (type) => {
    const body = JSON.stringify({ name: type });
    const reply = await api.send('PATCH', PATH, { headers: { 'Content-Type': type }, body });
    expect(reply.status).toBe(200);
    const { text } = await api.call('GET', PATH, 'json');
    expect(JSON.parse(text)).toMatchObject({ name: type });
  },
);

it.each(['application/xml', undefined])('the type %p is 415', async (type) => {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const reply = await api.send('PATCH', PATH, { headers, body: '{}' });
  expect([reply.status, reply.headers['accept-patch']]).toEqual([
    ...[415, 'application/merge-patch+json, application/json'],
  ]);
});
