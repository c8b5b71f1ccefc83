import { makeKey, sendJson } from '../support/keys.js';
import type { MadeKey } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

const CHALLENGE = 'Bearer realm="REST API", error="invalid_token"';
const USUAL = 'Bearer realm="REST API"';
const BASIC = `${USUAL}, Basic realm="REST API", charset="UTF-8"`;
let api: TestApi;
let key: MadeKey;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0, trustedProxies: ['127.0.0.1'] });
  key = await makeKey(api, ['*']);
});
afterAll(() => api.stop());

const ask = async (authorization: string | null, from?: string, path = '/users', to = api) =>
  to.send('GET', path, { authorization, headers: from ? { 'X-Forwarded-For': from } : {} });
const outcome = async (...asked: Parameters<typeof ask>) => {
  const { status, headers } = await ask(...asked);
  return [status, headers['www-authenticate']];
};
const scheme = (value: string | null) => api.setProperty('plugin.restapi.httpAuth', value);
afterEach(() => scheme(null));

const forms = (token: string): [string, number][] => [
  [`Bearer ${token}`, 200],
  [`bearer ${token}`, 200],
  [`BEARER    ${token}`, 200],
  [`Bearer ${token.toUpperCase()}`, 401],
  [`Bearer ${token}x`, 401],
  [`Bearer ${token.slice(0, -1)}`, 401],
  [`Bearer cak_`, 401],
  [`Bearer`, 401],
  [token, 200],
  [`  ${token}\t`, 200],
  [token.toUpperCase(), 401],
  [`${token}x`, 401],
  [`${token} x`, 401],
  [`Key ${token}`, 401],
  [`Basic ${token}`, 401],
];

it.each(['secret', 'basic', 'both', 'custom', null])('counts with the scheme %s', async (value) => {
  await scheme(value);
  for (const [authorization, status] of forms(key.token)) {
    expect([authorization.slice(0, 12), (await ask(authorization)).status]).toEqual([
      authorization.slice(0, 12),
      status,
    ]);
  }
  const takesSecret = value === null || ['secret', 'both'].includes(value);
  expect((await ask(TEST_SECRET)).status).toBe(takesSecret ? 200 : 401);
});

it('the challenge is that of what was sent', async () => {
  const wrong = `Bearer cak_0123456789_${'x'.repeat(43)}`;
  for (const value of ['secret', 'basic', 'both', 'custom']) {
    await scheme(value);
    const usual = value === 'basic' || value === 'both' ? BASIC : USUAL;
    expect(await outcome(wrong)).toEqual([401, CHALLENGE]);
    expect(await outcome('Bearer cak_short')).toEqual([401, CHALLENGE]);
    expect(await outcome('cak_short')).toEqual([401, CHALLENGE]);
    expect(await outcome(`${key.token}x`)).toEqual([401, CHALLENGE]);
    expect(await outcome('Bearer other')).toEqual([401, usual]);
    expect(await outcome('Bearer')).toEqual([401, usual]);
    expect(await outcome(null)).toEqual([401, usual]);
  }
  await api.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
  expect(await outcome(key.bearer)).toEqual([401, CHALLENGE]);
  expect(await outcome(key.bearer, '192.0.2.1')).toEqual([200, undefined]);
  await api.setProperty('plugin.restapi.allowedIPs', null);
});

it('a key alone gets XML where the request leaves it open, since clients of the plugin send it so', async () => {
  for (const [authorization, status] of [
    [key.token, 200],
    [`${key.token}x`, 401],
  ] as const) {
    const reply = await ask(authorization);
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/xml']);
  }
});

it('a key alone begins a session, and a secret with the word likewise', async () => {
  for (const authorization of [key.token, `Bearer ${TEST_SECRET}`]) {
    const reply = await api.send('POST', '/session', { authorization });
    expect([reply.status, reply.headers['set-cookie']?.length]).toEqual([201, 1]);
    const Cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
    const session = { authorization: null, headers: { Cookie } };
    expect((await api.send('GET', '/users', session)).status).toBe(200);
  }
});

it('a key may be bound to addresses', async () => {
  const bound = await makeKey(api, ['*'], { allowedAddresses: ['192.0.2.0/25', '2001:db8::/32'] });
  for (const [address, status] of [
    ['192.0.2.7', 200],
    ['192.0.2.200', 401],
    ['2001:db8::7', 200],
    ['::ffff:192.0.2.7', 200],
    ['2001:db9::7', 401],
  ] as const) {
    const expected = [status, status === 401 ? CHALLENGE : undefined];
    expect([address, await outcome(bound.bearer, address)]).toEqual([address, expected]);
  }
});

it('a key ends at its time', async () => {
  const { id, bearer } = await makeKey(api, ['*']);
  expect((await ask(bearer)).status).toBe(200);
  await api.database.sql(`update api_key set expires_at = now() where id = '${id}'`);
  await api.app.persistence.keyDirectory.refresh();
  expect(await outcome(bearer)).toEqual([401, CHALLENGE]);
});

it('with an empty secret only keys get in', async () => {
  await api.setProperty('plugin.restapi.secret', '');
  expect((await ask(TEST_SECRET)).status).toBe(401);
  expect((await ask(key.bearer)).status).toBe(200);
  await api.setProperty('plugin.restapi.secret', TEST_SECRET);
});

it('while notices of changes are lost, the keys are read for each request', async () => {
  const feed = api.app.persistence.loginChanges as unknown as { client: unknown };
  const { client } = feed;
  feed.client = null;
  try {
    const { id, bearer } = await makeKey(api, ['*']);
    expect((await ask(bearer)).status).toBe(200);
    await api.database.sql(`delete from api_key where id = '${id}'`);
    expect(await outcome(bearer)).toEqual([401, CHALLENGE]);
  } finally {
    feed.client = client;
  }
});

describe('guessing', () => {
  let guarded: TestApi;
  let known: MadeKey;
  beforeAll(async () => {
    const settings = { failedLoginLimit: 2, trustedProxies: ['127.0.0.1'] };
    guarded = await TestApi.start(settings, api.database);
    known = await makeKey(guarded, ['*'], { allowedAddresses: ['192.0.2.0/24'] });
  });
  afterAll(() => guarded.close());

  const statuses = async (authorization: string, from: string, times = 4) => {
    const all: number[] = [];
    for (let i = 0; i < times; i += 1) {
      all.push((await ask(authorization, from, '/users', guarded)).status);
    }
    return all;
  };

  it('wrong secrets of a key count as failed logins', async () => {
    const wrong = `${known.bearer.slice(0, -4)}AAAA`;
    expect(await statuses(wrong, '192.0.2.1')).toEqual([401, 401, 401, 429]);
    expect(await statuses(known.bearer, '192.0.2.1', 1)).toEqual([429]);
  });

  it('a right key from a wrong address does not count, nor one that has expired', async () => {
    expect(await statuses(known.bearer, '198.51.100.1')).toEqual([401, 401, 401, 401]);
    const { id, bearer } = await makeKey(guarded, ['*']);
    await api.database.sql(`update api_key set expires_at = now() where id = '${id}'`);
    await guarded.app.persistence.keyDirectory.refresh();
    expect(await statuses(bearer, '192.0.2.3')).toEqual([401, 401, 401, 401]);
  });
});

describe('the rate of a key', () => {
  it('is told in each answer, and kept', async () => {
    const { id, bearer } = await makeKey(api, ['users:read'], { rateLimit: 3 });
    const answers = [];
    for (const path of ['/users', '/nothing', '/groups', '/users', '/users']) {
      const { status, headers } = await ask(bearer, undefined, path);
      expect(headers['ratelimit-policy']).toBe('"key";q=3;w=60');
      const [, left, seconds] = /^"key";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit']))!;
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
      answers.push([status, Number(left), headers['retry-after'] === seconds]);
    }
    expect(answers).toEqual([
      ...[
        [200, 2, false],
        [404, 1, false],
        [403, 0, false],
        [429, 0, true],
        [429, 0, true],
      ],
    ]);
    // a change acts in the running window
    await sendJson(api, 'PATCH', `/keys/${id}`, { rateLimit: 7 });
    expect((await ask(bearer)).headers['ratelimit']).toMatch(/^"key";r=1;/);
    await sendJson(api, 'PATCH', `/keys/${id}`, { rateLimit: 0 });
    expect((await ask(bearer)).headers['ratelimit']).toBeUndefined();
  });

  it('does not concern other keys, nor the secret', async () => {
    const [first, second] = [
      await makeKey(api, ['*'], { rateLimit: 1 }),
      await makeKey(api, ['*'], { rateLimit: 1 }),
    ];
    expect([(await ask(first.bearer)).status, (await ask(first.bearer)).status]).toEqual([
      200, 429,
    ]);
    expect([(await ask(second.bearer)).status, (await ask(TEST_SECRET)).status]).toEqual([
      200, 200,
    ]);
    expect((await ask(TEST_SECRET)).headers['ratelimit-policy']).toBeUndefined();
  });
});

it('the token of a key is in no log, audit entry or answer', async () => {
  await ask(`${key.bearer}x`);
  await api.send('POST', '/users', { authorization: key.bearer, headers: {}, body: 'x' });
  const rows = await api.database.sql('select * from audit_entry');
  expect(JSON.stringify(rows)).not.toContain(key.token.slice(-43));
});
