import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.sql('delete from api_key');
  await api.app.persistence.keyDirectory.refresh();
  await api.audited();
});

const ROOT = '/plugins/restapi/v1/keys';
const portal = {
  name: 'portal',
  scopes: ['users:read', 'users:write'],
  allowedAddresses: ['192.0.2.0/24', '127.0.0.1'],
  rateLimit: 600,
  expires: '2099-11-22T00:00:00Z',
};
const noKey = (id: string) => refusal(404, 'KeyNotFoundException')('Could not find key', id);
const post = (body: unknown) => sendJson(api, 'POST', '/keys', body);
const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('a new key', () => {
  it('is shown with its token once, with its address', async () => {
    const reply = await post(portal);
    const { id, created, token, ...rest } = parsed(reply.text);
    expect([reply.status, reply.headers.location]).toEqual([201, `${ROOT}/${String(id)}`]);
    expect(id).toMatch(/^[a-z0-9]{10}$/);
    expect(token).toMatch(new RegExp(`^cak_${String(id)}_[A-Za-z0-9_-]{43}$`));
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
    expect(rest).toEqual({
      ...portal,
      createdBy: 'secret',
      expires: '2099-11-22T00:00:00.000+00:00',
    });
    expect(Object.keys(parsed(reply.text)).slice(0, 7)).toEqual([
      ...['id', 'name', 'scopes', 'allowedAddresses', 'rateLimit', 'created', 'createdBy'],
    ]);
    const shown = parsed((await api.call('GET', `/keys/${String(id)}`, 'json')).text);
    expect(shown).toEqual({ id, created, ...rest });
    expect(parsed((await api.call('GET', '/keys', 'json')).text)).toEqual({ keys: [shown] });
  });

  it('is written in XML with lists, also empty ones', async () => {
    const reply = await api.call(
      'POST',
      '/keys',
      'xml',
      '<key><name>door</name><scopes><scope>users:read</scope></scopes></key>',
    );
    const { id, created } = /<id>(?<id>.*)<\/id>.*<created>(?<created>.*)<\/created>/.exec(
      reply.text,
    )!.groups!;
    expect((await api.call('GET', `/keys/${id}`, 'xml')).text).toBe(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><key><id>${id}</id><name>door</name>` +
        `<scopes><scope>users:read</scope></scopes><allowedAddresses/><rateLimit>0</rateLimit>` +
        `<created>${created}</created><createdBy>secret</createdBy></key>`,
    );
    expect((await api.call('GET', '/keys', 'xml')).text).toContain('<keys><key><id>');
  });

  it('leaves one entry with name and scopes, and no token anywhere in the database', async () => {
    const { token } = await makeKey(api, ['users:read', 'groups:read']);
    const [entry, ...others] = await api.audited();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      username: 'secret',
      summary: expect.stringMatching(/^POST key key-/),
    });
    expect(entry!.details).toMatch(/outcome=201; .*name=key-\d+; scopes=users:read,groups:read$/);
    const secret = token.slice(-43);
    const rows = await api.database.sql(
      `select (select string_agg(k::text, '') from api_key k) || (select string_agg(a::text, '') from audit_entry a) as text`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('takes only what its maker may decide', async () => {
    const reply = await post({
      ...portal,
      id: 'mine',
      createdBy: 'me',
      created: 'never',
      token: 'x',
    });
    expect(reply.status).toBe(201);
    expect(parsed(reply.text)).toMatchObject({ createdBy: 'secret' });
    expect(parsed(reply.text)['id']).not.toBe('mine');
  });

  it.each([
    [{ name: undefined }, 'name', ''],
    [{ name: '' }, 'name', ''],
    [{ name: 'a b' }, 'name', 'a b'],
    [{ name: 'ü' }, 'name', 'ü'],
    [{ name: 'x'.repeat(51) }, 'name', 'x'.repeat(51)],
    [{ scopes: undefined }, 'scopes', ''],
    [{ scopes: [] }, 'scopes', ''],
    [{ scopes: ['users:read', 'users', 'nope'] }, 'scopes', 'users'],
    [{ scopes: ['audit:write'] }, 'scopes', 'audit:write'],
    [
      { allowedAddresses: ['192.0.2.1', 'chat.example.org'] },
      'allowedAddresses',
      'chat.example.org',
    ],
    [{ allowedAddresses: ['0.0.0.0/33'] }, 'allowedAddresses', '0.0.0.0/33'],
    [
      { allowedAddresses: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) },
      'allowedAddresses',
      '10.0.0.100',
    ],
    [{ allowedAddresses: ['1.2.3'] }, 'allowedAddresses', '1.2.3'],
    [{ rateLimit: -1 }, 'rateLimit', '-1'],
    [{ rateLimit: 1_000_001 }, 'rateLimit', '1000001'],
    [{ expires: '2020-01-01T00:00:00Z' }, 'expires', '2020-01-01T00:00:00Z'],
    [{ expires: 1577836800000 }, 'expires', '1577836800000'],
  ])('with %j is refused', async (change, field, value) => {
    const reply = await post({ ...portal, ...change });
    expectError(reply, 'json', badArgument(`Invalid value for ${field}: ${value}`, ROOT));
    expect(await api.database.sql('select id from api_key')).toEqual([]);
  });

  it.each(forms)('without an object is refused, as %s', async (form) => {
    const reply = await api.call('POST', '/keys', form, form === 'json' ? 'null' : '<other/>');
    expect(reply.status).toBe(400);
  });

  it('cannot have the name of another one, but one that differs in case', async () => {
    await post(portal);
    const taken = refusal(409, 'AlreadyExistsException')('Could not create the key', 'portal');
    expectError(await post(portal), 'json', taken);
    expect((await post({ ...portal, name: 'Portal' })).status).toBe(201);
  });

  it('is refused beyond 1,000, of two at once too', async () => {
    await api.database.sql(
      `insert into api_key (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, expires_at, digest)
       select 'old' || n, 'old' || n, '{users:read}', '{}', 0, now(), 'secret', now(), '' from generate_series(1, 999) n`,
    );
    const made = await Promise.all(['a', 'b', 'c'].map((name) => post({ ...portal, name })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = made.find(({ status }) => status === 409)!;
    expectError(
      refused,
      'json',
      refusal(409, 'NotAllowedException')('Could not create the key', ROOT),
    );
  });
});

describe('a patch', () => {
  it('changes what it names', async () => {
    const { id } = await makeKey(api, ['users:read'], portal);
    for (const [patch, expected] of [
      [{ name: 'gate' }, { name: 'gate' }],
      [{ scopes: ['*'] }, { scopes: ['*'] }],
      [{ allowedAddresses: null }, { allowedAddresses: [] }],
      [{ rateLimit: null }, { rateLimit: 0 }],
      [{ expires: null }, { expires: undefined }],
      [{}, {}],
    ]) {
      const before = parsed((await api.call('GET', `/keys/${id}`, 'json')).text);
      const reply = await sendJson(api, 'PATCH', `/keys/${id}`, patch);
      expect([reply.status, parsed(reply.text)]).toEqual([
        200,
        JSON.parse(JSON.stringify({ ...before, ...expected })),
      ]);
    }
    const entries = await api.audited();
    expect(entries[1]).toMatchObject({ summary: `PATCH key ${id}` });
    expect(entries[1]!.details).toContain('name=gate; scopes=users:read,users:write');
  });

  it.each([
    [{ name: null }, 'Invalid value for name: '],
    [{ scopes: null }, 'Invalid value for scopes: '],
    [{ scopes: [] }, 'Invalid value for scopes: '],
    [{ rateLimit: 1e7 }, 'Invalid value for rateLimit: 10000000'],
  ])('%j is refused', async (patch, message) => {
    const { id } = await makeKey(api, ['users:read']);
    const reply = await sendJson(api, 'PATCH', `/keys/${id}`, patch);
    expectError(reply, 'json', badArgument(message, `${ROOT}/${id}`));
  });

  it.each(['id', 'token', 'created', 'createdBy', 'lastUsed', 'previousValidUntil'])(
    'of %s is unknown',
    async (member) => {
      const { id } = await makeKey(api, ['users:read']);
      const reply = await sendJson(api, 'PATCH', `/keys/${id}`, { [member]: 'x' });
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(member)]);
    },
  );

  it('cannot take the name of another key', async () => {
    const [first, second] = [
      await makeKey(api, ['users:read']),
      await makeKey(api, ['users:read']),
    ];
    const reply = await sendJson(api, 'PATCH', `/keys/${first.id}`, { name: second.name });
    const taken = refusal(409, 'AlreadyExistsException')('Could not create the key', second.name);
    expectError(reply, 'json', taken);
  });

  it('revives an expired key', async () => {
    const { id, bearer } = await makeKey(api, ['users:read']);
    await api.database.sql(`update api_key set expires_at = now()`);
    await api.app.persistence.keyDirectory.refresh();
    const status = async () => (await sendJson(api, 'GET', '/users', undefined, bearer)).status;
    expect(await status()).toBe(401);
    expect((await sendJson(api, 'PATCH', `/keys/${id}`, { expires: portal.expires })).status).toBe(
      200,
    );
    expect(await status()).toBe(200);
  });
});

describe('a rotation', () => {
  it('keeps the former secret for the overlap, and never three', async () => {
    const first = await makeKey(api, ['users:read']);
    const rotate = async (query = '') => {
      const reply = await api.call('POST', `/keys/${first.id}/rotate${query}`, 'json');
      expect(reply.status).toBe(200);
      return parsed(reply.text) as { token: string; previousValidUntil?: string };
    };
    const users = async (token: string) =>
      (await sendJson(api, 'GET', '/users', undefined, `Bearer ${token}`)).status;
    const second = await rotate();
    const day = Date.parse(second.previousValidUntil!) - Date.now();
    expect(Math.abs(day - 86_400_000)).toBeLessThan(60_000);
    expect([await users(first.token), await users(second.token)]).toEqual([200, 200]);
    const third = await rotate('?overlap=60');
    expect(await Promise.all([first, second, third].map(({ token }) => users(token)))).toEqual([
      ...[401, 200, 200],
    ]);
    await api.database.sql(`update api_key set previous_until = now()`);
    await api.app.persistence.keyDirectory.refresh();
    expect([await users(second.token), await users(third.token)]).toEqual([401, 200]);
    const fourth = await rotate('?overlap=0');
    expect(fourth.previousValidUntil).toBeUndefined();
    expect([await users(third.token), await users(fourth.token)]).toEqual([401, 200]);
    expect(
      parsed((await api.call('GET', `/keys/${first.id}`, 'json')).text)['token'],
    ).toBeUndefined();
  });

  it.each(['-1', '2592001', 'x', '1.5'])('with overlap %s is refused', async (overlap) => {
    const { id } = await makeKey(api, ['users:read']);
    const reply = await api.call('POST', `/keys/${id}/rotate?overlap=${overlap}`, 'json');
    const expected = badArgument(
      `Invalid value for parameter overlap: ${overlap}`,
      `${ROOT}/${id}/rotate`,
    );
    expectError(reply, 'json', expected);
  });
});

it('a revoked key is gone, and so for every instance', async () => {
  const other = await TestApi.start({ failedLoginLimit: 0 }, api.database);
  try {
    const { id, bearer } = await makeKey(api, ['*']);
    while ((await other.send('GET', '/users', { authorization: bearer })).status !== 200);
    // by itself
    expect((await sendJson(api, 'DELETE', `/keys/${id}`, undefined, bearer)).text).toBe('');
    expect((await sendJson(api, 'GET', '/users', undefined, bearer)).status).toBe(401);
    while ((await other.send('GET', '/users', { authorization: bearer })).status !== 401);
    expectError(await sendJson(api, 'DELETE', `/keys/${id}`), 'json', noKey(id));
  } finally {
    await other.close();
  }
});

it.each(forms)('an unknown key is not found, as %s', async (form) => {
  expectError(await api.call('GET', '/keys/nobody', form), form, noKey('nobody'));
  const patched = await sendJson(api, 'PATCH', '/keys/nobody', { name: '' });
  expectError(patched, 'json', noKey('nobody'));
  expect((await api.call('POST', '/keys/nobody/rotate', form)).status).toBe(404);
});

it('are listed by name', async () => {
  for (const name of ['b', 'Z', 'a', '_']) await post({ ...portal, name });
  const { keys } = parsed((await api.call('GET', '/keys', 'json')).text) as {
    keys: { name: string }[];
  };
  expect(keys.map(({ name }) => name)).toEqual(['Z', '_', 'a', 'b']);
});

it('are paged, sorted and shown with chosen fields', async () => {
  for (const name of ['b', 'a', 'C']) await post({ ...portal, name });
  const walk = async (query: string) => {
    const names: string[] = [];
    let path: string | undefined = `/keys?fields=name&limit=2&total=true${query}`;
    while (path !== undefined) {
      const reply = await api.call('GET', path, 'json');
      expect([reply.status, reply.headers['x-total-count']]).toEqual([200, '3']);
      const { keys } = parsed(reply.text) as { keys: { name: string }[] };
      for (const key of keys) expect(Object.keys(key)).toEqual(['name']);
      names.push(...keys.map(({ name }) => name));
      path = /<\/plugins\/restapi\/v1(.*)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    return names.join('');
  };
  expect(await walk('')).toBe('Cab');
  expect(await walk('&sort=name')).toBe('abC');
  expect(await walk('&sort=-name')).toBe('Cba');
  expect(await walk('&sort=created')).toBe('baC');
  expect(await walk('&sort=-lastUsed')).toBe('baC');
  expect((await api.call('GET', '/keys?sort=scopes', 'json')).status).toBe(400);
});

it('the use of a key is shown, and does not change its tag', async () => {
  const { id, bearer } = await makeKey(api, ['users:read']);
  const read = () => api.call('GET', `/keys/${id}`, 'json');
  const before = await read();
  expect(parsed(before.text)['lastUsed']).toBeUndefined();
  await sendJson(api, 'GET', '/users', undefined, bearer);
  let after = await read();
  while (parsed(after.text)['lastUsed'] === undefined) after = await read();
  expect(parsed(after.text)).toMatchObject({ lastAddress: '127.0.0.1' });
  const canonical = ({ headers }: typeof before) => String(headers.etag).slice(1, 17);
  expect(canonical(after)).toBe(canonical(before));
  expect(after.headers.etag).not.toBe(before.headers.etag);
});
