import { API_ROOT } from '../../src/http/api-root.js';
import { exchangeOne, head } from '../support/raw-http.js';
import type { RawReply } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const username of ['ola', 'a+b', 'x.jsp', 'ærlig', 'a%2fb', '.hidden']) {
    await api.call('POST', '/users', 'json', { username, password: 'p1-secret' });
  }
  for (const name of ['a/b', 'per cent %', 'Ølgruppe']) {
    await api.call('POST', '/groups', 'json', { name });
  }
});
afterAll(() => api.stop());

/** Sends a target that HTTP clients would normalise. */
const raw = (target: string, method = 'GET'): Promise<RawReply> =>
  exchangeOne(
    api,
    head(
      `${method} ${target} HTTP/1.1`,
      `Authorization: ${TEST_SECRET}`,
      'Accept: application/json',
    ),
  );

const notFound = (path: string): string =>
  errorText('json', 'NotFoundException', 'There is no resource at this address', path);

it.each([
  ['another letter case', `${API_ROOT}/Users`],
  ['another letter case of the root', '/plugins/restAPI/v1/users'],
  ['a double slash', '/plugins/restapi/v1//users'],
  ['a double slash at the end', `${API_ROOT}/users//`],
  ['an empty path value', `${API_ROOT}/users//groups`],
  ['two leading slashes', `/${API_ROOT}/users`],
  ['a matrix parameter', `${API_ROOT}/users;x=1`],
  ['a matrix parameter that names the legacy app', `${API_ROOT}/users;x=restapi/v1/userservice`],
  ['a semicolon in a path value', `${API_ROOT}/users/ola;jsessionid=1`],
  ['a dot segment', `${API_ROOT}/users/./ola`],
  ['a parent segment', `${API_ROOT}/groups/../users`],
  ['an encoded dot segment', `${API_ROOT}/users/%2e/ola`],
  ['an encoded parent segment', `${API_ROOT}/groups/%2E%2e/users`],
  ['a half encoded parent segment', `${API_ROOT}/groups/.%2e/users`],
  ['a parent segment at the end', `${API_ROOT}/users/..`],
  ['a backslash', `${API_ROOT}\\users`],
  ['a fragment', `${API_ROOT}/users#ola`],
  ['the root without slash', API_ROOT],
  ['the root with slash', `${API_ROOT}/`],
  ['an unknown path', `${API_ROOT}/nonsense`],
  ['one segment too many', `${API_ROOT}/users/ola/groups/a/b`],
  ['a path that begins like the root', `${API_ROOT}2/users`],
  ['the server root', '/'],
  ['the login page', '/login.jsp'],
  ['another plugin', '/plugins/other/v1/users'],
  ['a proxy address of the login token', '/loginToken.jsp'],
])('%s is 404: %s', async (_what, path) => {
  const reply = await raw(path);
  expect(reply).toMatchObject({ status: 404, text: notFound(path) });
});

it('an unknown path outside the API is 404 without credentials', async () => {
  for (const path of ['/', '/login.jsp', '/plugins/other', '/plugins/restapi/v10/users']) {
    const reply = await api.sendTo('GET', path, { authorization: null });
    expect([path, reply.status]).toEqual([path, 404]);
  }
});

it.each([
  `${API_ROOT}`,
  `${API_ROOT}/`,
  `${API_ROOT}/users;x=restapi%2Fv1%2Fuserservice`,
  `${API_ROOT}/nonsense`,
  `${API_ROOT}/users/../groups`,
  `${API_ROOT}/%75sers/ola/nonsense`,
  '/%70lugins/restapi/v1/nonsense',
])('an unknown path below the root needs credentials: %s', async (path) => {
  const reply = await exchangeOne(api, head(`GET ${path} HTTP/1.1`));
  expect(reply.status).toBe(401);
});

it.each([
  ['GET', '/users/'],
  ['GET', '/users/ola/'],
  ['GET', '/users/ola/roster/'],
  ['PUT', '/users/ola/'],
  ['POST', '/lockouts/ola/'],
  ['DELETE', '/lockouts/ola/'],
])('%s %s equals the address without the trailing slash', async (method, path) => {
  const options = { headers: { Accept: 'application/json' } };
  const { status, text } = await api.send(method, path, options);
  const plain = await api.send(method, path.slice(0, -1), options);
  expect(status).toBeLessThan(300);
  expect({ status, text }).toEqual({ status: plain.status, text: plain.text });
});

it.each([
  ['%', 'a lone percent sign'],
  ['%2', 'half a sequence'],
  ['%zz', 'no hexadecimal digits'],
  ['%ff', 'a byte that is not UTF-8'],
  ['%C3', 'half a character'],
  ['%c0%af', 'an overlong form'],
  ['%ED%A0%80', 'half a surrogate pair'],
  ['%00', 'U+0000'],
  ['ola%00', 'U+0000 at the end'],
])('%s in path and query is 400: %s', async (text) => {
  for (const address of [`/users/${text}`, `/users?search=${text}`, `/users?${text}=x`]) {
    const reply = await raw(API_ROOT + address);
    expect(reply.status).toBe(400);
    expect(reply.text).toEqual(
      errorText(
        'json',
        'IllegalArgumentException',
        'Could not read the request address',
        (API_ROOT + address).split('?')[0]!,
      ),
    );
  }
});

it('an unreadable address is 400 before credentials are checked', async () => {
  const reply = await exchangeOne(api, head(`GET ${API_ROOT}/users/%zz HTTP/1.1`));
  expect(reply.status).toBe(400);
});

describe('path values', () => {
  it.each([
    ['ola', '/users/%6f%6C%61'],
    ['a+b', '/users/a+b'],
    ['a+b', '/users/a%2Bb'],
    ['x.jsp', '/users/x.jsp'],
    ['ærlig', '/users/%C3%A6rlig'],
    ['ærlig', '/users/%c3%86RLIG'],
    ['.hidden', '/users/.hidden'],
  ])('%s is found at %s', async (username, path) => {
    const reply = await api.call('GET', path, 'json');
    expect(JSON.parse(reply.text)).toMatchObject({ username });
  });

  it.each([
    ['a/b', '/groups/a%2Fb'],
    ['a/b', '/groups/a%2fb'],
    ['per cent %', '/groups/per%20cent%20%25'],
    ['Ølgruppe', '/groups/%C3%98lgruppe'],
  ])('%s is found at %s', async (name, path) => {
    const reply = await raw(API_ROOT + path);
    expect(JSON.parse(reply.text)).toMatchObject({ name });
  });

  it('are decoded once', async () => {
    expect(JSON.parse((await api.call('GET', '/users/a%252fb', 'json')).text)).toMatchObject({
      username: 'a%2fb',
    });
    expect((await api.call('GET', '/groups/a%252Fb', 'json')).status).toBe(404);
  });

  it('keep + as it is', async () => {
    expect((await api.call('GET', '/groups/per+cent+%25', 'json')).status).toBe(404);
  });

  it('may be very long', async () => {
    const name = 'a'.repeat(12_000);
    const reply = await api.call('GET', `/users/${name}`, 'json');
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.text)).toMatchObject({
      exception: 'UserNotFoundException',
      resource: name,
    });
  });

  it.each(forms)('an error document repeats the path as received in %s', async (form) => {
    const path = '/nonsense/%C3%A6&%20<b>';
    const reply = await exchangeOne(
      api,
      head(
        `GET ${API_ROOT}${path}?search=ol HTTP/1.1`,
        `Authorization: ${TEST_SECRET}`,
        `Accept: application/${form}`,
      ),
    );
    expect(reply.text).toEqual(
      errorText(
        form,
        'NotFoundException',
        'There is no resource at this address',
        `${API_ROOT}${path}`,
      ),
    );
  });
});

it.each(['c/d', '100%', 'a..b', 'a\\b', '..', 'a#b', '%2e'])(
  'a group may be called %s',
  async (name) => {
    const path = `/groups/${encodeURIComponent(name).replace('..', '%2E.')}`;
    expect((await api.call('POST', '/groups', 'json', { name })).status).toBe(201);
    const reply = await api.call('GET', path, 'json');
    if (name === '..') expect(reply.status).toBe(404);
    else expect(JSON.parse(reply.text)).toMatchObject({ name });
    await api.database.sql('delete from user_group where name = $1', [name]);
  },
);

it.each(['a..b', 'a'])('two dots inside a name are ordinary: %s', async (name) => {
  const reply = await raw(`${API_ROOT}/groups/${name}`);
  expect(JSON.parse(reply.text)).toMatchObject({
    resource: name,
    exception: 'GroupNotFoundException',
  });
});

it('null entries of lists are skipped', async () => {
  const body = '{"name":"crew","members":[null,"ola",null],"admins":[null]}';
  expect((await api.call('POST', '/groups', 'json', body)).status).toBe(201);
  expect(JSON.parse((await api.call('GET', '/groups/crew', 'json')).text)).toMatchObject({
    members: ['ola@example.org'],
    admins: [],
  });
  await api.call('DELETE', '/groups/crew', 'json');
});

describe('query strings', () => {
  const found = async (query: string): Promise<string[]> => {
    const { text } = await raw(`${API_ROOT}/users${query}`);
    return (JSON.parse(text) as { users: { username: string }[] }).users.map(
      ({ username }) => username,
    );
  };

  it.each([
    ['?search=ol&search=zz', ['ola']],
    ['?unknown=x&search=ol', ['ola']],
    ['?search=a%2Bb', ['a+b']],
    ['?search=a+b', []],
    ['?search=%C3%A6', ['ærlig']],
    ['?search=%252f', ['a%2fb']],
    ['?search=;', []],
    ['?search=../x', []],
    ['?__proto__=x&search=ola', ['ola']],
  ])('%s finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('of empty text finds everybody', async () => {
    expect(await found('?search=')).toHaveLength(6);
    expect(await found('?')).toHaveLength(6);
  });
});

describe('request targets', () => {
  it('in absolute form equal their path', async () => {
    const reply = await raw(`http://api.example${API_ROOT}/users/ola?x=1`);
    expect(JSON.parse(reply.text)).toMatchObject({ username: 'ola' });
  });

  it('in absolute form are named by their path in errors', async () => {
    expect(await raw(`HTTP://api.example${API_ROOT}/nonsense?x=1`)).toMatchObject({
      status: 404,
      text: notFound(`${API_ROOT}/nonsense`),
    });
    expect(await raw('http://api.example')).toMatchObject({ status: 404, text: notFound('/') });
  });

  it('in absolute form below the root need credentials', async () => {
    for (const path of ['/users', '/nonsense']) {
      const reply = await exchangeOne(api, head(`GET http://a${API_ROOT}${path} HTTP/1.1`));
      expect(reply.status).toBe(401);
    }
  });

  it('with bytes that are not encoded in the path are 400', async () => {
    const bytes = Buffer.from('æ').toString('latin1');
    for (const address of [`/users/${bytes}`, `/users/${bytes}?search=ola`, '/users/\x07']) {
      const reply = await raw(API_ROOT + address);
      expect(reply.status).toBe(400);
      expect(reply.text).toContain('<exception>IllegalArgumentException</exception>');
    }
  });

  it('that are no address are 404', async () => {
    expect(await raw('*', 'OPTIONS')).toMatchObject({ status: 404, text: notFound('*') });
  });
});
