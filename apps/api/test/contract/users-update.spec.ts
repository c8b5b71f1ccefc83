import { properties, userText } from '../support/documents.js';
import type { UserFields } from '../support/documents.js';
import { badArgument, expectDone, expectRefused, noUser } from '../support/expectations.js';
import { stored, userExists } from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const CREATE = 'Could not create new user';
const BAD_PROPERTY = 'Could not update the user, because a property has no key or no value';
const EMPTY_PASSWORD = 'Could not update the user, because the password is empty';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(async () => {
  await createUsers(api, 'zoe');
  const ola = { username: 'ola', password: 'p1', name: 'Ola N', email: 'ola@example.net' };
  await api.call('POST', '/users', 'json', { ...ola, properties: properties({ desk: '4B' }) });
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const ola = async () => {
  const [row] = await api.database.sql(
    "select name, email, properties from account where username = 'ola'",
  );
  return row;
};
const credentials = () =>
  api.database.sql("select * from account_credential where username = 'ola'");

describe.each(forms)('PUT /users/{username} as %s', (form) => {
  const put = (path: string, fields: UserFields) =>
    ['PUT', `/users/${path}`, userText(form, fields)] as const;

  it('keeps what the body does not name [CK-2]', async () => {
    const before = { account: await ola(), credentials: await credentials() };
    await expectDone(api, form, put('ola', {}));
    expect({ account: await ola(), credentials: await credentials() }).toEqual(before);
    await expectDone(api, form, put('ola', { password: 'p2' }));
    expect(await ola()).toEqual(before.account);
    expect(await credentials()).not.toEqual(before.credentials);
  });

  it('removes all properties if the body names none of them', async () => {
    await expectDone(api, form, put('ola', { properties: [] }));
    expect(await ola()).toEqual({ name: 'Ola N', email: 'ola@example.net', properties: [] });
  });

  it('replaces the given fields', async () => {
    const change = { name: ' Ola ', email: 'o@x', properties: properties({ b: '', a: '1' }) };
    await expectDone(api, form, put('ola', change));
    expect(await ola()).toEqual({
      name: ' Ola ',
      email: 'o@x',
      properties: properties({ a: '1', b: '' }),
    });
  });

  it('clears blank name and e-mail', async () => {
    await expectDone(api, form, put('ola', { name: '', email: ' \t ' }));
    expect(await ola()).toMatchObject({ name: null, email: null });
  });

  it('changes the password', async () => {
    const [before] = await credentials();
    await expectDone(api, form, put('ola', { password: 'p2' }));
    const [after] = await credentials();
    for (const column of ['sha1_stored_key', 'sha1_server_key', 'sha256_stored_key']) {
      expect(after![column]).not.toEqual(before![column]);
    }
  });

  it('updates in place if only the spelling of the name differs', async () => {
    for (const [path, username] of [
      ['OLA', 'ola'],
      ['ola', 'OLA'],
      ['oLa', 'OlA'],
    ] as const) {
      await expectDone(api, form, put(path, { username, name: `${path} ${username}` }));
      expect(await ola()).toMatchObject({ name: `${path} ${username}` });
    }
  });

  it('checks first whether the user exists', async () => {
    const bad = { password: '', properties: [{ key: '' }] };
    for (const path of ['ghost', 'GHOST', 'g@example.org', 'x'.repeat(65)]) {
      const address = encodeURIComponent(path);
      await expectRefused(api, form, put(address, {}), noUser(path));
      await expectRefused(api, form, put(address, bad), noUser(path));
      await expectRefused(
        api,
        form,
        put(address, { ...bad, username: 'una' }),
        noUser(path, 'Could not find user'),
      );
    }
    await expectRefused(api, form, put('GHOST', { username: 'ghost' }), noUser('GHOST'));
    await expectRefused(
      api,
      form,
      put('ghost', { username: 'zoe' }),
      noUser('ghost', 'Could not find user'),
    );
  });

  it('refuses an empty or invalid new name', async () => {
    const later = { password: '', properties: [{ key: '' }] };
    for (const [username, resource] of [
      ['', 'users'],
      ['o la', 'o la'],
      ['a@example.org', 'a@example.org'],
      ['x'.repeat(65), 'x'.repeat(65)],
    ] as const) {
      const refused = badArgument(CREATE, resource);
      await expectRefused(api, form, put('OLA', { username, ...later }), refused);
    }
  });

  it('refuses an empty password', async () => {
    const refused = badArgument(EMPTY_PASSWORD, 'OLA');
    await expectRefused(api, form, put('OLA', { password: '', name: 'x' }), refused);
    await expectRefused(
      api,
      form,
      put('OLA', { username: 'zoe', password: '', properties: [{ key: 'a' }] }),
      refused,
    );
  });

  it('refuses properties without key or value', async () => {
    const refused = badArgument(BAD_PROPERTY, 'OLA');
    for (const property of [{}, { key: 'a' }, { value: 'b' }, { key: '', value: 'b' }]) {
      const fields = { name: 'x', password: 'p', properties: [property] };
      await expectRefused(api, form, put('OLA', fields), refused);
      await expectRefused(api, form, put('OLA', { username: 'zoe', ...fields }), refused);
    }
  });

  it('refuses a taken name', async () => {
    for (const username of ['zoe', 'ZOE']) {
      await expectRefused(
        api,
        form,
        put('ola', { username, name: 'x', password: 'p', properties: [] }),
        userExists(username),
      );
    }
  });
});

it.each([
  ['application/json', ''],
  ['application/json', 'null'],
  [undefined, ''],
  [undefined, undefined],
])('a body of type %s with %j changes nothing', async (type, body) => {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const before = await stored(api);
  await api.audited();
  const reply = await api.send('PUT', '/users/ola', { headers, body });
  expect(reply).toMatchObject({ status: 200, text: '' });
  expect(await stored(api)).toEqual(before);
  expect(await api.audited()).toHaveLength(1);
  const unknown = await api.send('PUT', '/users/ghost', { headers, body });
  expect(unknown.status).toBe(404);
});

it('an empty XML body is refused', async () => {
  const before = await stored(api);
  const reply = await api.call('PUT', '/users/ola', 'xml', '');
  expect(reply.status).toBe(400);
  expect(reply.text).toContain('Could not read the request body: ');
  expect(await stored(api)).toEqual(before);
});

it.each(['null', 'false', '{"property":null}'])('properties %s are absent', async (sent) => {
  const before = await ola();
  await expectDone(api, 'json', ['PUT', '/users/ola', `{"properties":${sent}}`]);
  expect(await ola()).toEqual(before);
});

it.each(['[]', '{}', '{"property":[]}'])('properties %s are none', async (sent) => {
  await expectDone(api, 'json', ['PUT', '/users/ola', `{"properties":${sent}}`]);
  expect(await ola()).toMatchObject({ name: 'Ola N', properties: [] });
});

it('numbers in place of texts keep their digits [CK-35]', async () => {
  const body =
    '{"name":1.50,"properties":{"id":12345678901234567890,"e":1e3,"z":-0,"far":-1e400,"n":7}}';
  await expectDone(api, 'json', ['PUT', '/users/ola', body]);
  expect(await ola()).toMatchObject({
    name: '1.50',
    properties: properties({
      ...{ e: '1e3', far: '-1e400', id: '12345678901234567890', n: '7', z: '-0' },
    }),
  });
  await expectDone(api, 'json', ['PUT', '/users/ola', '{"username":12345678901234567890}']);
  const { status } = await api.call('GET', '/users/12345678901234567890', 'json');
  expect(status).toBe(200);
});

it('a map of properties replaces the list', async () => {
  await expectDone(api, 'json', ['PUT', '/users/ola', '{"properties":{"b":"2","a":"1"}}']);
  expect(await ola()).toMatchObject({ properties: properties({ a: '1', b: '2' }) });
});
