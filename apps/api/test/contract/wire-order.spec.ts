import { API_ROOT } from '../../src/http/api-root.js';
import type { ApiConfig } from '../../src/config.js';
import { TestApi } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';

/**
 * Each request violates the named check and all later ones that can be violated together with it,
 * so that the response shows which check comes first. Contract: core 1.2
 */
const ENABLEMENT = 'adminConsole.access.allow-wildcards-in-excludes';
const BAD_BODY = { headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' } };
const TOO_LARGE = 'x'.repeat(2000);

let api: TestApi;
afterEach(() => api.stop());

async function start(
  properties: Record<string, string>,
  overrides: Partial<ApiConfig> = {},
): Promise<void> {
  api = await TestApi.start({ maxBodyBytes: 1024, ...overrides });
  for (const [key, value] of Object.entries(properties)) await api.setProperty(key, value);
}

const status = async (method: string, path: string, call?: Call): Promise<number> =>
  (await api.send(method, path, call)).status;

it('1 address, 2 rate, 3 enablement', async () => {
  await start({ [ENABLEMENT]: 'false', 'plugin.restapi.enabled': 'false' }, { rateLimit: 1 });
  const statuses: number[] = [];
  for (let sent = 0; sent < 20 && !statuses.includes(429); sent += 1) {
    statuses.push(await status('GET', '/users', { authorization: null }));
  }
  expect(statuses[0]).toBe(302);
  expect(statuses.at(-1)).toBe(429);
  expect(await status('GET', '/users/%zz', { authorization: null })).toBe(400);
});

it('3 enablement, 4 API enabled', async () => {
  await start({ [ENABLEMENT]: 'false', 'plugin.restapi.enabled': 'false' });
  expect(await status('OPTIONS', '/users', { authorization: null })).toBe(302);
});

it('4 API enabled, 5 OPTIONS, 7 client address, 9 credentials, 10 path', async () => {
  await start({ 'plugin.restapi.enabled': 'false', 'plugin.restapi.allowedIPs': '192.0.2.1' });
  for (const path of ['/users', '/nonsense', '']) {
    for (const method of ['OPTIONS', 'GET', 'PATCH']) {
      expect([path, method, await status(method, path, { authorization: null })]).toEqual([
        path,
        method,
        403,
      ]);
    }
  }
});

it('5 OPTIONS, 7 client address, 9 credentials', async () => {
  await start({ 'plugin.restapi.allowedIPs': '192.0.2.1' });
  expect(await status('OPTIONS', '/users', { authorization: null })).toBe(200);
  expect(await status('OPTIONS', '/nonsense', { authorization: null })).toBe(404);
  expect(await status('GET', '/users', { authorization: null })).toBe(401);
});

it('7 client address, 8 failed logins, 9 credentials, 10 path', async () => {
  await start({}, { failedLoginLimit: 1 });
  for (const expected of [401, 401, 429]) {
    expect(await status('GET', '/users', { authorization: 'wrong' })).toBe(expected);
  }
  expect(await status('GET', '/users', { authorization: null })).toBe(429);
  expect(await status('GET', '/nonsense')).toBe(429);
  await api.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
  expect(await status('GET', '/users', { authorization: 'wrong' })).toBe(401);
});

describe('after the address and its rate', () => {
  beforeEach(() => start({}));

  it('9 credentials, 10 path, 11 method', async () => {
    for (const authorization of [null, 'wrong']) {
      for (const [method, path] of [
        ['GET', '/nonsense'],
        ['PATCH', '/users'],
        ['PUT', '/users'],
      ] as const) {
        expect(await status(method, path, { authorization, ...BAD_BODY, body: TOO_LARGE })).toBe(
          401,
        );
      }
    }
  });

  it('10 path, 11 method', async () => {
    expect(await status('PATCH', '/nonsense')).toBe(404);
  });

  it('11 method, 12 body, 13 Accept', async () => {
    const headers = { ...BAD_BODY.headers, Accept: 'text/html' };
    expect(await status('PUT', '/users', { headers, body: TOO_LARGE })).toBe(405);
  });

  it('12 size, coding, media type, and 15 its text', async () => {
    const type = { 'Content-Type': 'text/plain' };
    const coding = { 'Content-Encoding': 'br', 'Content-Type': 'application/json' };
    expect(await status('POST', '/users', { ...BAD_BODY, body: TOO_LARGE })).toBe(413);
    expect(await status('POST', '/users', { headers: type, body: TOO_LARGE })).toBe(413);
    expect(await status('POST', '/users', { headers: coding, body: '{' })).toBe(415);
    expect(await status('POST', '/users', { headers: type, body: '{' })).toBe(415);
    const json = { 'Content-Type': 'application/json' };
    expect(await status('POST', '/users', { headers: json, body: '{' })).toBe(400);
  });

  it('13 Accept, 16 the rules of the endpoint', async () => {
    const headers = { Accept: 'text/html' };
    expect(await status('GET', '/users/ghost', { headers })).toBe(406);
    expect(await status('DELETE', '/users/ghost', { headers })).toBe(404);
  });

  it('15 body, 16 the rules of the endpoint', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect(await status('PUT', '/users/ghost', { headers, body: '{' })).toBe(400);
    expect(await status('PUT', '/users/ghost', { headers, body: '{}' })).toBe(404);
  });

  it('a refused request changes nothing', async () => {
    const user = { username: 'ola', password: 'p1-secret' };
    const body = JSON.stringify(user);
    const type = { 'Content-Type': 'application/json' };
    await api.send('POST', '/users', { authorization: null, headers: type, body });
    await api.send('POST', '/users', { headers: { 'Content-Type': 'text/plain' }, body });
    await api.sendTo('POST', `${API_ROOT}/users;x`, { headers: type, body });
    expect(await api.database.sql('select from account')).toEqual([]);
  });
});
