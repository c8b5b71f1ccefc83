import { CostlyCalls } from '@chat-admin/domain/testing/costly-calls';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey } from '../support/keys.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const PATH = `${ROOT}/session`;
const PASSWORD = 'p1-secret';
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };

let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ allowSecurityProperties: true });
  await api.call('POST', '/users', 'json', { username: 'admin', password: PASSWORD });
  other = await TestApi.start({}, api.database);
});
afterAll(async () => {
  await other.close();
  await api.stop();
});
beforeEach(() => api.audited());

interface Session {
  readonly cookie: string;
  readonly csrf: string;
  readonly document: Record<string, unknown>;
}

const post = (body: unknown, authorization: string | null = null, headers = {}) =>
  api.send('POST', '/session', {
    headers: { ...json, ...headers },
    authorization,
    ...(body === undefined ? {} : { body: body as object }),
  });
const signIn = async (username = 'admin', password = PASSWORD): Promise<Session> =>
  sessionOf(await post({ username, password }));
const begun = async (authorization: string): Promise<Session> =>
  sessionOf(await post(undefined, authorization));

function sessionOf(reply: Reply): Session {
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  const document = JSON.parse(reply.text) as Record<string, unknown>;
  const cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
  return { cookie, csrf: String(document['csrfToken']), document };
}

interface Asked {
  readonly body?: Call['body'];
  readonly headers?: object;
  readonly at?: TestApi;
}

const call = (session: Session, method: string, path: string, { body, headers, at }: Asked = {}) =>
  (at ?? api).send(method, path, {
    authorization: null,
    headers: {
      ...json,
      Cookie: session.cookie,
      ...(headers !== undefined && 'X-CSRF-Token' in headers
        ? {}
        : { 'X-CSRF-Token': session.csrf }),
      ...withoutAbsent(headers),
    },
    body,
  });
const withoutAbsent = (headers: object = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
const ended = (path: string) =>
  refusal(401, 'NotAuthorizedException')('The session has ended', `${ROOT}${path}`);
const refused = refusal(401, 'NotAuthorizedException')('Authentication failed', PATH);
const foreign = (path: string) =>
  refusal(403, 'ForbiddenException')('The CSRF token is missing or wrong', `${ROOT}${path}`);
const secret = TEST_SECRET;

it.each(['admin', 'nobody'])('prepares no password that is too long, of %s', async (username) => {
  const calls = new CostlyCalls();
  try {
    for (const text of ['\u0301\u0316'.repeat(3_000), '\ufdfa'.repeat(4_000)]) {
      const reply = await post({ username, password: `a${text}` });
      expect([reply.status, calls.longest('normalize')]).toEqual([401, 0]);
      await api.audited();
    }
  } finally {
    calls.restore();
  }
});

describe('who signs in', () => {
  it('an administrator gets a session with every right, and a cookie for it', async () => {
    const reply = await post({ username: 'ADMIN', password: PASSWORD });
    const { document } = sessionOf(reply);
    expect(document).toEqual({
      username: 'admin',
      kind: 'session',
      scopes: ['*'],
      expires: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      domain: 'example.org',
    });
    expect(reply.headers.location).toBe(PATH);
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^chat_admin_session=[\w-]{43}; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const until = new Date(String(document['expires'])).getTime() - Date.now();
    expect([until > 29 * 60_000, until < 31 * 60_000]).toEqual([true, true]);
    const [entry] = await api.audited();
    expect(entry).toMatchObject({
      username: 'admin',
      summary: 'POST session',
      details: expect.stringContaining('object=/session; outcome=201'),
    });
    expect(JSON.stringify(entry)).not.toContain(PASSWORD);
  });

  it('in XML as in JSON, whatever the scheme is', async () => {
    const body = `<signIn><username>admin</username><password>${PASSWORD}</password></signIn>`;
    const reply = await api.send('POST', '/session', {
      headers: { 'Content-Type': 'text/xml' },
      authorization: null,
      body,
    });
    expect(reply.status).toBe(201);
    expect(reply.text).toMatch(
      /<apiSession><username>admin<\/username><kind>session<\/kind><scopes><scope>\*<\/scope><\/scopes><expires>[^<]+<\/expires><csrfToken>[\w-]{43}<\/csrfToken><domain>example\.org<\/domain><\/apiSession>$/,
    );
  });

  it('a refusal before anybody has said who they are is audited as nobody', async () => {
    const reply = await api.send('POST', '/session?dryRun=true', { authorization: secret });
    expect(reply.status).toBe(400);
    expect(await api.audited()).toMatchObject([{ username: '-', summary: 'POST session' }]);
  });

  it.each<[unknown, string | null, string]>([
    [{ username: 'admin', password: 'wrong' }, null, 'admin'],
    [{ username: 'Admin', password: 'wrong' }, secret, 'admin'],
    [{ username: 'nobody', password: PASSWORD }, null, 'nobody'],
    [{ username: 'no body', password: PASSWORD }, null, '-'],
    [{ username: 'admin' }, secret, 'admin'],
    [{ username: 'admin', password: '' }, null, 'admin'],
    [{ password: PASSWORD }, secret, '-'],
    [{ username: '', password: PASSWORD }, secret, '-'],
    [{}, secret, '-'],
    [undefined, null, '-'],
    [undefined, 'wrong', '-'],
    [undefined, 'Bearer cak_0123456789_wrong', '-'],
  ])('%j with %j is refused, and audited as %s', async (body, authorization, name) => {
    const reply = await post(body, authorization);
    expectError(reply, 'json', refused);
    expect([reply.headers['www-authenticate'], reply.headers['set-cookie']]).toEqual([
      undefined,
      undefined,
    ]);
    const entries = await api.audited();
    expect(entries).toMatchObject([{ username: name, summary: 'POST session' }]);
    expect(entries[0]!.details).toContain('outcome=401; exception=NotAuthorizedException');
  });

  it('nobody who does not administer, is locked out, or has a cookie alone', async () => {
    const user = { username: 'ola', password: PASSWORD };
    await api.call('POST', '/users', 'json', user);
    expectError(await post(user), 'json', refused);
    const session = await signIn();
    const alone = await post(undefined, null, { Cookie: session.cookie });
    expectError(alone, 'json', refused);
    await api.call('POST', '/lockouts/admin', 'json');
    expectError(await post({ username: 'admin', password: PASSWORD }), 'json', refused);
    await api.call('DELETE', '/lockouts/admin', 'json');
  });

  it('what is no text is refused before', async () => {
    const reply = await post({ username: ['admin'], password: PASSWORD });
    expect(reply.status).toBe(400);
    expect((await post('{')).status).toBe(400);
  });

  it('failures meet the limit, and a 429 leaves no entry', async () => {
    const limited = await TestApi.start({ failedLoginLimit: 3 }, api.database);
    const attempt = () =>
      limited.send('POST', '/session', {
        headers: json,
        authorization: null,
        body: { username: 'admin', password: 'wrong' },
      });
    const replies = await Promise.all(Array.from({ length: 8 }, attempt));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(4);
    expect(statuses).toContain(429);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await api.audited()).toHaveLength(statuses.filter((status) => status === 401).length);
    await limited.close();
  });
});

describe('GET /session says who calls', () => {
  const own = async (authorization: string) => {
    const reply = await api.send('GET', '/session', { headers: json, authorization });
    return JSON.parse(reply.text) as unknown;
  };

  it('for every way in', async () => {
    const domain = 'example.org';
    const [username, kind] = ['secret', 'secret'];
    expect(await own(secret)).toEqual({ username, kind, scopes: ['*'], domain });
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const { bearer, name } = await makeKey(api, ['users:read', 'groups:read'], { expires });
    expect(await own(bearer)).toEqual({
      username: `key:${name}`,
      kind: 'key',
      scopes: ['users:read', 'groups:read'],
      expires: expires.replace('Z', '+00:00'),
      domain,
    });
    const session = await signIn();
    const reply = await call(session, 'GET', '/session');
    expect(JSON.parse(reply.text)).toEqual({
      ...session.document,
      expires: expect.any(String),
    });
  });

  it('not at /session/, where the browser would keep the cookie', async () => {
    for (const [method, path] of [
      ['GET', '/session/'],
      ['POST', '/session/'],
      ['OPTIONS', '/session/'],
      ['GET', '/sess%69on/?x=1'],
    ] as const) {
      expect([path, (await api.send(method, path)).status]).toEqual([path, 404]);
    }
  });
});

describe('a session ends', () => {
  it('by DELETE, on all instances, and its cookie is removed', async () => {
    const session = await signIn();
    await api.audited();
    expect((await call(session, 'GET', '/users', { at: other })).status).toBe(200);
    const reply = await call(session, 'DELETE', '/session');
    expect([reply.status, reply.text, reply.headers['set-cookie']]).toEqual([
      200,
      '',
      ['chat_admin_session=; Max-Age=0; HttpOnly; SameSite=Strict; Secure'],
    ]);
    expect(await api.audited()).toMatchObject([{ username: 'admin', summary: 'DELETE session' }]);
    for (const at of [api, other]) {
      const dead = await call(session, 'GET', '/users', { at });
      expectError(dead, 'json', ended('/users'));
      expect([dead.headers['set-cookie'], dead.headers['www-authenticate']]).toEqual([
        undefined,
        undefined,
      ]);
    }
    const asked = await call(session, 'GET', '/session');
    expectError(asked, 'json', ended('/session'));
    expect(asked.headers['set-cookie']).toEqual(reply.headers['set-cookie']);
  });

  it('with the others of its principal, by one of them', async () => {
    const [one, two, key] = [await signIn(), await signIn(), await begun(secret)];
    const reply = await call(one, 'DELETE', '/session?others=true');
    expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined]);
    const statuses = await Promise.all(
      [one, two, key].map(async (session) => (await call(session, 'GET', '/users')).status),
    );
    expect(statuses).toEqual([200, 401, 200]);
    const bad = await call(one, 'DELETE', '/session?others=x');
    expectError(bad, 'json', badArgument('Invalid value for parameter others: x', PATH));
  });

  it('not by a DELETE with another way in', async () => {
    const session = await signIn();
    for (const path of ['/session', '/session?others=true']) {
      const reply = await api.send('DELETE', path, { headers: { Cookie: session.cookie } });
      expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined]);
    }
    expect((await call(session, 'GET', '/users')).status).toBe(200);
  });

  const nothing = () => Promise.resolve();
  const put = (path: string, body: object) => api.call('PUT', path, 'json', body);

  it.each<[string, (name: string) => Promise<unknown>, (name: string) => Promise<unknown>]>([
    ['a new password', (name) => put(`/users/${name}`, { password: 'other' }), nothing],
    ['the same password', (name) => put(`/users/${name}`, { password: PASSWORD }), nothing],
    [
      'a lockout that was',
      (name) => api.call('POST', `/lockouts/${name}`, 'json'),
      (name) => api.call('DELETE', `/lockouts/${name}`, 'json'),
    ],
    [
      'a rename and its undoing',
      (name) => put(`/users/${name}`, { username: `${name}-x` }),
      (name) => put(`/users/${name}-x`, { username: name }),
    ],
    [
      'a deletion, and another account',
      (name) => api.call('DELETE', `/users/${name}`, 'json'),
      (name) => api.call('POST', '/users', 'json', { username: name, password: PASSWORD }),
    ],
    [
      'a loss of its right, and its return',
      () => api.setProperty('admin.authorizedJIDs', 'admin@example.org'),
      (name) => api.setProperty('admin.authorizedJIDs', `admin@example.org,${name}@example.org`),
    ],
    [
      'a lockout by the chat server',
      (name) => api.database.sql(`insert into lockout (username) values ('${name}')`),
      (name) => api.database.sql(`delete from lockout where username = '${name}'`),
    ],
    [
      'a password that the chat server sets',
      (name) =>
        api.database.sql(
          `update account_credential set sha256_stored_key = '\\x00' where username = '${name}'`,
        ),
      nothing,
    ],
  ])('with %s', async (_, change, undo) => {
    const name = `boss${Math.random().toString(36).slice(2, 8)}`;
    await api.call('POST', '/users', 'json', { username: name, password: PASSWORD });
    await api.setProperty('admin.authorizedJIDs', `admin@example.org,${name}@example.org`);
    const session = await signIn(name);
    expect((await call(session, 'GET', '/users')).status).toBe(200);
    await change(name);
    await undo(name);
    for (const at of [api, other]) {
      expectError(await call(session, 'GET', '/session', { at }), 'json', ended('/session'));
    }
    await api.setProperty('admin.authorizedJIDs', 'admin@example.org');
  });

  const age = (column: string, time: string) =>
    api.database.sql(
      `update console_session set ${column} = clock_timestamp() - interval '${time}'`,
    );

  it('30 minutes after its last request, and 12 hours after it began', async () => {
    const session = await signIn();
    await age('last_used', '29 minutes');
    expect(
      (await call(session, 'GET', '/users', { headers: { 'X-Background': 'true' } })).status,
    ).toBe(200);
    await age('last_used', '31 minutes');
    expectError(await call(session, 'GET', '/users'), 'json', ended('/users'));
    const long = await signIn();
    await age('created_at', '11 hours 50 minutes');
    const { expires } = JSON.parse((await call(long, 'GET', '/session')).text) as {
      expires: string;
    };
    expect(new Date(expires).getTime() - Date.now()).toBeLessThan(11 * 60_000);
    await age('created_at', '12 hours 1 minute');
    expectError(await call(long, 'GET', '/users'), 'json', ended('/users'));
  });

  it('later for each request, but for those in the background', async () => {
    const session = await signIn();
    const noted = async () =>
      (await api.database.sql('select max(last_used)::text as at from console_session'))[0]!['at'];
    await age('last_used', '20 minutes');
    const before = await noted();
    await call(session, 'GET', '/users', { headers: { 'X-Background': 'true' } });
    expect(await noted()).toBe(before);
    await call(session, 'GET', '/users');
    const after = await noted();
    expect(after).not.toBe(before);
    await call(session, 'GET', '/users');
    expect(await noted()).toBe(after);
  });

  it('as the oldest of more than 50', async () => {
    const first = await signIn();
    for (let more = 0; more < 50; more += 1) await signIn();
    expect((await call(first, 'GET', '/users')).status).toBe(401);
    const [{ count }] = (await api.database.sql(
      `select count(*)::int as count from console_session, account
       where principal_id = 'account:' || id and username = 'admin'`,
    )) as [{ count: number }];
    expect(count).toBe(50);
  });
});

describe('a session begun by Authorization', () => {
  it('has the scopes of its key, as they are now, and ends with its secret', async () => {
    const { id, bearer, name } = await makeKey(api, ['users:read', 'users:write']);
    const session = await begun(bearer);
    expect(session.document).toMatchObject({
      username: `key:${name}`,
      scopes: ['users:read', 'users:write'],
    });
    expect((await call(session, 'GET', '/users')).status).toBe(200);
    const lacking = await call(session, 'GET', '/groups');
    expect([lacking.status, lacking.headers['www-authenticate']]).toEqual([403, undefined]);
    await api.send('PATCH', `/keys/${id}`, {
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: '{"scopes":["groups:read"]}',
    });
    expect((await call(session, 'GET', '/groups')).status).toBe(200);
    expect((await call(session, 'GET', '/users')).status).toBe(403);
    await api.send('POST', `/keys/${id}/rotate?overlap=60`);
    expect((await call(session, 'GET', '/groups')).status).toBe(200);
    await api.send('POST', `/keys/${id}/rotate?overlap=0`);
    expectError(await call(session, 'GET', '/groups'), 'json', ended('/groups'));
  });

  it('does not come back with a key that is revived', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const { id, bearer } = await makeKey(api, ['users:read'], { expires });
    const session = await begun(bearer);
    expect((await call(session, 'GET', '/users')).status).toBe(200);
    await api.database.sql(
      `update api_key set expires_at = now() - interval '1 second' where id = '${id}'`,
    );
    await api.send('PATCH', `/keys/${id}`, {
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: '{"expires":null}',
    });
    expectError(await call(session, 'GET', '/users'), 'json', ended('/users'));
  });

  it('ends with its key', async () => {
    const { id, bearer } = await makeKey(api, ['users:read']);
    const session = await begun(bearer);
    await api.send('DELETE', `/keys/${id}`);
    expectError(await call(session, 'GET', '/users'), 'json', ended('/users'));
  });

  it('ends when the shared secret is another', async () => {
    const session = await begun(secret);
    expect(session.document).toMatchObject({ username: 'secret', scopes: ['*'] });
    await api.setProperty('plugin.restapi.secret', 'another-secret');
    expectError(await call(session, 'GET', '/users'), 'json', ended('/users'));
    const put = await api.send('PUT', '/system/properties/plugin.restapi.secret', {
      headers: json,
      authorization: 'another-secret',
      body: { key: 'plugin.restapi.secret', value: secret },
    });
    expect(put.status).toBe(200);
    expectError(await call(session, 'GET', '/users'), 'json', ended('/users'));
  });
});

describe('a cookie', () => {
  it.each([
    'chat_admin_session=x',
    'chat_admin_session=',
    `chat_admin_session=${'a'.repeat(43)}`,
    `chat_admin_session=${'a'.repeat(43)}; chat_admin_session=${'b'.repeat(43)}`,
  ])('%s is no session, and no failed login', async (cookie) => {
    const limited = await TestApi.start({ failedLoginLimit: 1 }, api.database);
    for (let time = 0; time < 4; time += 1) {
      const reply = await limited.send('GET', '/users', {
        authorization: null,
        headers: { ...json, Cookie: cookie },
      });
      expectError(reply, 'json', ended('/users'));
    }
    await limited.close();
  });

  it('does not count beside Authorization', async () => {
    const session = await signIn();
    const reply = await api.send('GET', '/users', {
      headers: { ...json, Cookie: session.cookie },
      authorization: 'wrong',
    });
    expectError(reply, 'json', { ...refused, resource: `${ROOT}/users` });
    expect(reply.headers['www-authenticate']).toBeUndefined();
  });

  it('of others is passed over', async () => {
    const reply = await api.send('GET', '/users', { headers: { Cookie: 'a=b; chat_admin=1' } });
    expect(reply.status).toBe(200);
  });

  it('has no Secure where that is set, and no console takes none', async () => {
    const plain = await TestApi.start({ consoleInsecureCookie: true }, api.database);
    const reply = await plain.send('POST', '/session', { headers: json, body: undefined });
    expect(reply.headers['set-cookie']![0]).toMatch(/; HttpOnly; SameSite=Strict$/);
    await plain.close();
    const session = await signIn();
    const off = await TestApi.start({ console: false }, api.database);
    expect((await off.send('POST', '/session', { headers: json })).status).toBe(404);
    expect((await off.send('GET', '/session', { headers: json })).status).toBe(200);
    expectError(await call(session, 'GET', '/users', { at: off }), 'json', ended('/users'));
    await off.close();
  });
});

describe('requests of other sites', () => {
  const group = { name: 'G', description: 'd' };

  it('need the CSRF token for everything but readings, on unknown paths too', async () => {
    const session = await signIn();
    for (const token of [undefined, '', 'x', session.csrf.slice(1)]) {
      for (const [method, path] of [
        ['POST', '/groups'],
        ['DELETE', '/nowhere'],
        ['PATCH', '/users/ola'],
        ['DELETE', '/session'],
      ] as const) {
        const headers = { 'X-CSRF-Token': token };
        const reply = await call(session, method, path, { body: group, headers });
        expectError(reply, 'json', foreign(path));
      }
    }
    expect((await call(session, 'DELETE', '/nowhere')).status).toBe(404);
    const headers = { 'X-CSRF-Token': undefined };
    expect((await call(session, 'GET', '/users', { headers })).status).toBe(200);
    expect((await call(session, 'POST', '/groups', { body: group })).status).toBe(201);
    expect((await call(session, 'DELETE', '/groups/G')).status).toBe(200);
  });

  it.each<[object, string, number]>([
    [{ Origin: 'https://evil.example' }, 'GET', 403],
    [{ Origin: 'null' }, 'GET', 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 'GET', 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 'GET', 200],
    [{ 'Sec-Fetch-Site': 'same-site' }, 'DELETE', 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 'DELETE', 404],
    [{ 'Sec-Fetch-Site': 'none' }, 'GET', 200],
    [{ Origin: 'https://app.example', Host: 'app.example' }, 'DELETE', 404],
    [{ Origin: 'https://app.example', Host: 'app.example:443' }, 'DELETE', 404],
    [{ Origin: 'http://app.example:80', Host: 'APP.example' }, 'DELETE', 404],
    [{ Origin: 'https://app.example', Host: 'app.example:80' }, 'GET', 403],
    [{ Origin: 'http://app.example:81', Host: 'app.example' }, 'GET', 403],
    [{ Origin: 'https://listed.example', 'Sec-Fetch-Site': 'same-site' }, 'DELETE', 404],
  ])('%j with %s: %i', async (headers, method, status) => {
    const at = await TestApi.start({ corsOrigins: ['https://listed.example'] }, api.database);
    const session = await signIn();
    const path = method === 'GET' ? '/users' : '/users/nobody';
    const reply = await call(session, method, path, { headers, at });
    expect(reply.status).toBe(status);
    if (status === 403) expectError(reply, 'json', foreign(path));
    const signed = await at.send('POST', '/session', {
      headers: { ...json, ...headers },
      body: { username: 'admin', password: PASSWORD },
    });
    const isRefused =
      status === 403 ||
      ('Sec-Fetch-Site' in headers &&
        headers['Sec-Fetch-Site'] === 'same-site' &&
        !('Origin' in headers));
    expect(signed.status).toBe(isRefused ? 403 : 201);
    await at.close();
  });
});

it('answers have the names and dates of today, whatever older clients need', async () => {
  await api.setProperty('plugin.restapi.json.names', 'old');
  await api.setProperty('plugin.restapi.json.dates', 'epoch');
  const session = await signIn();
  const users = await call(session, 'GET', '/users?limit=1');
  expect(Object.keys(JSON.parse(users.text) as object)).toEqual(['users']);
  const by = await api.send('GET', '/users?limit=1', { headers: json });
  expect(Object.keys(JSON.parse(by.text) as object)).toEqual(['user']);
  const { expires } = JSON.parse((await call(session, 'GET', '/session')).text) as {
    expires: unknown;
  };
  expect(expires).toEqual(expect.stringContaining('T'));
  await api.setProperty('plugin.restapi.json.names', 'new');
  await api.setProperty('plugin.restapi.json.dates', 'iso');
});

it('nothing stored is a cookie, a token or a password', async () => {
  const session = await signIn();
  const rows = await api.database.sql('select s::text as text from console_session s');
  const texts = rows.map(({ text }) => String(text)).join('\n');
  for (const text of [session.cookie.split('=')[1]!, session.csrf, PASSWORD, secret]) {
    expect(texts).not.toContain(text);
    expect(texts).not.toContain(Buffer.from(text).toString('hex'));
  }
});

it('a session is neither tried nor kept for a retry', async () => {
  const body = { username: 'admin', password: PASSWORD };
  const tried = await api.send('POST', '/session?dryRun=true', { headers: json, body });
  const message = 'Invalid value for parameter dryRun: true';
  expectError(tried, 'json', badArgument(message, PATH));
  const kept = await api.send('POST', '/session', {
    headers: { ...json, 'Idempotency-Key': 'a' },
    authorization: null,
    body: { username: 'admin', password: 'wrong' },
  });
  const unsupported = 'Idempotency-Key is not supported at this address';
  expectError(kept, 'json', badArgument(unsupported, PATH));
});

it('a session that a condition has undone has no cookie', async () => {
  const reply = await post({ username: 'admin', password: PASSWORD }, null, { 'If-Match': '"x"' });
  expect([reply.status, reply.headers['set-cookie']]).toEqual([412, undefined]);
});

it('signing in with a session cookie ends that session', async () => {
  const former = await signIn();
  const other = await signIn();
  const again = await post({ username: 'admin', password: PASSWORD }, null, {
    Cookie: former.cookie,
  });
  expect(again.status).toBe(201);
  expect((await call(former, 'GET', '/session')).status).toBe(401);
  expect((await call(other, 'GET', '/session')).status).toBe(200);
});
