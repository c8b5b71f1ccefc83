import { API_ROOT } from '../../src/http/api-root.js';
import { exchangeOne, head } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';

const PROPERTY = 'adminConsole.access.allow-wildcards-in-excludes';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

it('a fresh database admits requests', async () => {
  const rows = await api.database.sql('select value from system_property where key = $1', [
    PROPERTY,
  ]);
  expect(rows).toEqual([{ value: 'true' }]);
  expect((await api.send('GET', '/users')).status).toBe(200);
});

it.each(['true', 'TRUE', 'True'])('%s admits requests', async (value) => {
  await api.setProperty(PROPERTY, value);
  expect((await api.send('GET', '/users')).status).toBe(200);
});

it.each([['false'], ['yes'], ['1'], [' true'], [''], [null]])(
  '%j redirects every request',
  async (value) => {
    await api.setProperty(PROPERTY, value);
    const reply = await api.send('GET', '/users?search=ol');
    expect(reply).toMatchObject({ status: 302, text: '' });
    expect(reply.headers).toMatchObject({
      location: '/login.jsp?url=%2Fplugins%2Frestapi%2Fv1%2Fusers%3Fsearch%3Dol',
      'content-length': '0',
    });
    expect(reply.headers['content-type']).toBeUndefined();
    expect(reply.headers['www-authenticate']).toBeUndefined();
  },
);

describe('while requests are redirected', () => {
  beforeAll(() => api.setProperty(PROPERTY, 'false'));

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is, with and without credentials',
    async (method) => {
      for (const authorization of [TEST_SECRET, null, 'wrong']) {
        const reply = await api.send(method, '/users', { authorization });
        expect(reply).toMatchObject({ status: 302, text: '' });
        expect(reply.headers.location).toBe('/login.jsp?url=%2Fplugins%2Frestapi%2Fv1%2Fusers');
      }
    },
  );

  it.each([
    ['/plugins/restapi/v1', '%2Fplugins%2Frestapi%2Fv1'],
    ['/plugins/anything/else', '%2Fplugins%2Fanything%2Felse'],
    ['/plugins/', '%2Fplugins%2F'],
    [`${API_ROOT}/system/liveness`, '%2Fplugins%2Frestapi%2Fv1%2Fsystem%2Fliveness'],
    [`${API_ROOT}/users;x`, '%2Fplugins%2Frestapi%2Fv1%2Fusers%3Bx'],
    [`${API_ROOT}/a/../b`, '%2Fplugins%2Frestapi%2Fv1%2Fa%2F..%2Fb'],
    [`${API_ROOT}/x.y-z*_~`, '%2Fplugins%2Frestapi%2Fv1%2Fx.y-z*_%7E'],
    [`${API_ROOT}/%c3%A6`, '%2Fplugins%2Frestapi%2Fv1%2F%25c3%25A6'],
    [`${API_ROOT}/u?a=b+c%20d&e`, '%2Fplugins%2Frestapi%2Fv1%2Fu%3Fa%3Db%2Bc%2520d%26e'],
    [`${API_ROOT}/users?`, '%2Fplugins%2Frestapi%2Fv1%2Fusers%3F'],
    ['/%70lugins/restapi/v1/users', '%2F%2570lugins%2Frestapi%2Fv1%2Fusers'],
    [`http://other.example${API_ROOT}/users?x`, '%2Fplugins%2Frestapi%2Fv1%2Fusers%3Fx'],
  ])('%s is, and named as received', async (target, encoded) => {
    const reply = await exchangeOne(
      api,
      head(`GET ${target} HTTP/1.1`, `Authorization: ${TEST_SECRET}`),
    );
    expect(reply).toMatchObject({ status: 302, text: '' });
    expect(reply.headers['location']).toBe(`/login.jsp?url=${encoded}`);
  });

  it('unreadable addresses are still 400', async () => {
    expect((await api.send('GET', '/users/%zz')).status).toBe(400);
  });

  it.each(['/', '/login.jsp', '/plugins', '/pluginsx/restapi/v1/users'])(
    '%s is not',
    async (path) => {
      expect((await api.sendTo('GET', path)).status).toBe(404);
    },
  );

  it('nothing is changed or audited', async () => {
    await api.audited();
    await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
    expect(await api.database.sql('select from account')).toEqual([]);
    expect(await api.audited()).toEqual([]);
  });

  it('the disabled API is redirected, too', async () => {
    await api.setProperty('plugin.restapi.enabled', 'false');
    expect((await api.send('GET', '/users')).status).toBe(302);
    await api.setProperty('plugin.restapi.enabled', 'true');
  });
});
