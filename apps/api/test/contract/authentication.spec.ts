import { errorText, forms, TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

let api: TestApi;
let second: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  second = await TestApi.start({ failedLoginLimit: 0 }, api.database);
});
afterAll(async () => {
  await second.close();
  await api.stop();
});

const status = async (authorization: string | null, from = api): Promise<number> =>
  (await from.send('GET', '/users', { authorization })).status;

describe.each(forms)('a request without right credentials in %s', (form) => {
  it.each([
    ['GET', '/users'],
    ['GET', '/nonsense'],
    ['GET', '/system/liveness'],
    ['PATCH', '/users'],
    ['POST', '/users'],
    ['DELETE', '/users/ola/groups'],
  ])('%s %s is 401 with an error document', async (method, path) => {
    for (const authorization of [null, 'wrong']) {
      const headers = { Accept: `application/${form}` };
      const reply = await api.send(method, path, { headers, authorization });
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="REST API"');
      expect(reply.text).toEqual(
        errorText(
          form,
          'NotAuthorizedException',
          'Authentication failed',
          `/plugins/restapi/v1${path}`,
        ),
      );
    }
  });
});

describe('the shared secret', () => {
  beforeAll(() => api.setProperty('plugin.restapi.httpAuth', 'secret'));
  afterAll(() => api.setProperty('plugin.restapi.secret', TEST_SECRET));

  it.each([
    [TEST_SECRET, 200],
    [`  ${TEST_SECRET} \t`, 200],
    [TEST_SECRET.toUpperCase(), 401],
    [TEST_SECRET.slice(1), 401],
    [`${TEST_SECRET} x`, 401],
    [`Bearer ${TEST_SECRET}`, 200],
    [`bearer   ${TEST_SECRET} `, 200],
    [`Bearer ${TEST_SECRET.toUpperCase()}`, 401],
    [`Bearer ${TEST_SECRET} x`, 401],
    [`Bearer${TEST_SECRET}`, 401],
    [`Bearer Bearer ${TEST_SECRET}`, 401],
    ['Bearer ', 401],
    [`Basic ${Buffer.from(`admin:${TEST_SECRET}`).toString('base64')}`, 401],
    ['', 401],
    [' ', 401],
  ])('%j is answered with %i', async (authorization, expected) => {
    expect(await status(authorization)).toBe(expected);
  });

  it.each([[''], [null], ['   ']])('stored as %j never matches', async (stored) => {
    await api.setProperty('plugin.restapi.secret', stored);
    for (const authorization of ['', ' ', '   ', 'Bearer', 'Bearer  ', 'null', TEST_SECRET, null]) {
      expect([authorization, await status(authorization)]).toEqual([authorization, 401]);
    }
  });

  it('may contain any characters, sent as UTF-8', async () => {
    for (const secret of ['blåbær grød', 'voilà', 'cak_0123456789', 'Bearer x', 'a.b.c']) {
      await api.setProperty('plugin.restapi.secret', secret);
      const sent = Buffer.from(secret).toString('latin1');
      expect([secret, await status(sent), await status(`Bearer ${sent}`)]).toEqual([
        secret,
        200,
        200,
      ]);
      expect([secret, await status('blabaer grod')]).toEqual([secret, 401]);
    }
  });

  it('is the default scheme', async () => {
    await api.setProperty('plugin.restapi.secret', TEST_SECRET);
    await api.setProperty('plugin.restapi.httpAuth', null);
    expect(await status(TEST_SECRET)).toBe(200);
    await api.setProperty('plugin.restapi.httpAuth', 'secret');
  });
});

it.each(['Secret', 'BASIC', ' basic', 'Both', 'custom', '', 'basic,secret'])(
  'the unknown scheme %j refuses everyone',
  async (scheme) => {
    await api.setProperty('plugin.restapi.httpAuth', scheme);
    const reply = await api.send('GET', '/users');
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="REST API"');
    await api.setProperty('plugin.restapi.httpAuth', 'secret');
  },
);

describe('the disabled API', () => {
  afterAll(() => api.setProperty('plugin.restapi.enabled', 'true'));

  it.each([['false'], [null], [''], ['yes'], ['1']])('(%j) is 403', async (value) => {
    await api.setProperty('plugin.restapi.enabled', value);
    for (const [method, authorization] of [
      ['GET', TEST_SECRET],
      ['GET', null],
      ['OPTIONS', null],
    ] as const) {
      const headers = { Accept: 'application/json' };
      const reply = await api.send(method, '/users', { authorization, headers });
      expect(reply.status).toBe(403);
      expect(reply.text).toEqual(
        errorText(
          'json',
          'ForbiddenException',
          'The REST API is disabled',
          '/plugins/restapi/v1/users',
        ),
      );
    }
  });

  it('answers again as soon as it is enabled, case-insensitively', async () => {
    await api.setProperty('plugin.restapi.enabled', 'TRUE');
    expect(await status(TEST_SECRET)).toBe(200);
  });
});

describe('a changed property', () => {
  /** A change made directly in the database. */
  const store = (key: string, value: string): Promise<unknown> =>
    api.database.sql(
      'insert into system_property (key, value) values ($1, $2) on conflict (key) do update set value = $2',
      [key, value],
    );

  async function becomes(expected: number, authorization: string): Promise<void> {
    for (const instance of [api, second]) {
      let last = 0;
      for (let tries = 0; tries < 500 && last !== expected; tries += 1) {
        last = await status(authorization, instance);
      }
      expect(last).toBe(expected);
    }
  }

  it('takes effect on all instances', async () => {
    await becomes(200, TEST_SECRET);
    await store('plugin.restapi.secret', 'another-secret');
    await becomes(401, TEST_SECRET);
    await becomes(200, 'another-secret');
    await store('plugin.restapi.enabled', 'false');
    await becomes(403, 'another-secret');
    await store('plugin.restapi.enabled', 'true');
    await becomes(200, 'another-secret');
    await store('plugin.restapi.allowedIPs', '192.0.2.1');
    await becomes(401, 'another-secret');
    await store('plugin.restapi.allowedIPs', '');
    await becomes(200, 'another-secret');
    await store('adminConsole.access.allow-wildcards-in-excludes', 'false');
    await becomes(302, 'another-secret');
    await store('adminConsole.access.allow-wildcards-in-excludes', 'true');
    await store('plugin.restapi.secret', TEST_SECRET);
    await becomes(200, TEST_SECRET);
  });
});
