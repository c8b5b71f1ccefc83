import { API_ROOT } from '../../src/http/api-root.js';
import { exchangeOne, head } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, TestApi } from '../support/test-api.js';

const PATHS: readonly (readonly [path: string, allow: string])[] = [
  ['/users', 'GET, POST, HEAD, OPTIONS'],
  ['/users/ola', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  ['/users/ola/groups', 'GET, POST, DELETE, HEAD, OPTIONS'],
  ['/users/ola/groups/Crew', 'POST, DELETE, OPTIONS'],
  ['/users/ola/roster', 'GET, POST, PATCH, HEAD, OPTIONS'],
  ['/users/ola/roster/cy@example.org', 'PUT, DELETE, OPTIONS'],
  ['/users/ola/vcard', 'GET, POST, PUT, DELETE, HEAD, OPTIONS'],
  ['/lockouts/ola', 'GET, POST, PUT, DELETE, HEAD, OPTIONS'],
  ['/chatservices/conference', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['/groups', 'GET, POST, HEAD, OPTIONS'],
  ['/groups/Crew', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
];
const readable = PATHS.filter(([, allow]) => allow.startsWith('GET')).map(([path]) => path);

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', { name: 'Crew', members: ['ola'] });
  await api.call('POST', '/users/ola/roster', 'json', { jid: 'cy@example.org' });
  const vcard = '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>';
  await api.call('PUT', '/users/ola/vcard', 'xml', vcard);
});
afterAll(() => api.stop());

describe('OPTIONS', () => {
  it.each(PATHS)('%s allows %s, without credentials', async (path, allow) => {
    for (const address of [path, `${path}/`, `${path}?x=y`]) {
      for (const authorization of [null, 'wrong', TEST_SECRET]) {
        const reply = await api.send('OPTIONS', address, { authorization });
        expect(reply).toMatchObject({ status: 200, text: '' });
        expect(reply.headers).toMatchObject({ allow, 'content-length': '0' });
        expect(reply.headers['content-type']).toBeUndefined();
      }
    }
  });

  it('ignores bodies', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' };
    expect((await api.send('OPTIONS', '/users', { headers, body: 'x' })).status).toBe(200);
  });

  it.each(['', '/', '/nonsense', '/users/ola/nonsense', '/users;x', '/users/../groups', '/Users'])(
    '%s is 404',
    async (path) => {
      const reply = await api.send('OPTIONS', path, { authorization: null });
      expect(reply.status).toBe(404);
      expect(reply.headers.allow).toBeUndefined();
    },
  );
});

describe('a method that an address does not support', () => {
  it.each(PATHS)('%s is 405 and allows %s', async (path, allow) => {
    const all = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'];
    for (const method of all.filter((one) => !allow.split(', ').includes(one))) {
      const headers = { Accept: 'application/json' };
      const reply = await api.send(method, path, { headers });
      expect([method, reply.status]).toEqual([method, 405]);
      expect(reply.headers.allow).toBe(allow);
      if (method === 'HEAD') continue;
      expect(reply.text).toEqual(
        errorText(
          'json',
          'MethodNotAllowedException',
          'The method is not supported at this address',
          API_ROOT + path,
        ),
      );
    }
  });

  it('is revealed only to authenticated callers', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'DELETE']) {
      const reply = await api.send(method, '/users', { authorization: null });
      expect(reply.status).toBe(401);
      expect(reply.headers.allow).toBeUndefined();
    }
  });

  it('is 404 where there is nothing', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'PUT']) {
      expect((await api.send(method, '/nonsense', {})).status).toBe(404);
    }
  });

  it('cannot be overridden by other means', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expect((await api.send('POST', '/users/ola?_method=DELETE', { headers })).status).toBe(405);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(200);
  });
});

describe('HEAD', () => {
  /** Headers that differ between any two responses, and the framing of streams. */
  const comparable = (headers: object): object => {
    const rest: Record<string, unknown> = { ...headers };
    for (const name of ['date', 'x-request-id', 'transfer-encoding']) delete rest[name];
    return rest;
  };

  it.each(readable.flatMap((path) => ['', 'gzip'].map((coding) => [path, coding])))(
    '%s (%s) has the status and headers of GET and no body',
    async (path, coding) => {
      for (const accept of ['application/json', 'text/xml', 'text/html']) {
        const headers = { Accept: accept, 'Accept-Encoding': coding };
        const got = await api.send('GET', path!, { headers });
        const reply = await api.send('HEAD', path!, { headers });
        expect(reply).toMatchObject({ status: got.status, text: '' });
        expect(comparable(reply.headers)).toEqual(comparable(got.headers));
      }
    },
  );

  it.each([
    ['/users/ghost', 404, {}],
    ['/nonsense', 404, {}],
    ['/users/%zz', 400, {}],
    ['/lockouts/ola', 404, {}],
    ['/users', 401, { authorization: null }],
  ])('%s is %i like GET, without body', async (path, status, call) => {
    const got = await api.send('GET', path, call);
    const reply = await api.send('HEAD', path, call);
    expect(reply).toMatchObject({ status, text: '' });
    expect(comparable(reply.headers)).toEqual(comparable(got.headers));
  });

  it('sends nothing after its headers', async () => {
    for (const path of ['/users', '/users/ola', '/users/ghost', '/nonsense']) {
      const reply = await exchangeOne(
        api,
        head(`HEAD ${API_ROOT}${path} HTTP/1.1`, `Authorization: ${TEST_SECRET}`),
      );
      expect(reply.text).toBe('');
    }
  });

  it('leaves no audit entry', async () => {
    await api.audited();
    for (const [path] of PATHS) await api.send('HEAD', path);
    expect(await api.audited()).toEqual([]);
  });
});
