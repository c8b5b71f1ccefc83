import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const ORIGIN = 'https://admin.example';
const ENABLEMENT = 'adminConsole.access.allow-wildcards-in-excludes';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ corsOrigins: [ORIGIN, 'https://second.example:8443'] });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

const JSON_BODY = { 'Content-Type': 'application/json' };

/** One request for every kind of response that the edge gives. */
const ANSWERS: readonly (readonly [name: string, method: string, path: string, call: Call])[] = [
  ['a document', 'GET', '/users/ola', {}],
  ['a streamed list', 'GET', '/users', {}],
  ['an empty answer', 'PUT', '/users/ola', { headers: JSON_BODY, body: '{}' }],
  ['no content', 'GET', '/users/ola/vcard', {}],
  ['HEAD', 'HEAD', '/users/ola', {}],
  ['OPTIONS', 'OPTIONS', '/users', { authorization: null }],
  ['400 address', 'GET', '/users/%zz', {}],
  ['400 body', 'POST', '/users', { headers: JSON_BODY, body: '{' }],
  ['401', 'GET', '/users', { authorization: null }],
  ['404 path', 'GET', '/nonsense', {}],
  ['404 user', 'GET', '/users/ghost', {}],
  ['405', 'PATCH', '/users', {}],
  ['406', 'GET', '/users', { headers: { Accept: 'text/html' } }],
  ['409', 'POST', '/users', { headers: JSON_BODY, body: { username: 'ola', password: 'x' } }],
  ['415', 'POST', '/users', { headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
];

const send = (method: string, path: string, call: Call, more: object = {}): Promise<Reply> =>
  api.send(method, path, { ...call, headers: { ...call.headers, ...more } });

describe.each(ANSWERS)('%s', (_name, method, path, call) => {
  it('is not cached, not sniffed and sets no cookie', async () => {
    const { headers } = await send(method, path, call);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    for (const absent of ['set-cookie', 'server', 'x-powered-by', 'location']) {
      expect(headers[absent]).toBeUndefined();
    }
    expect('etag' in headers).toBe(path === '/users/ola' && ['GET', 'HEAD'].includes(method));
  });

  it("carries the client's request id, or a generated one", async () => {
    for (const id of ['a', 'A-Z.a_z:0-9', 'x'.repeat(128)]) {
      const { headers } = await send(method, path, call, { 'X-Request-Id': id });
      expect(headers['x-request-id']).toBe(id);
    }
    for (const id of ['', 'x'.repeat(129), 'a b', 'a;b', 'ø', ['a', 'b']]) {
      const { headers } = await send(method, path, call, { 'X-Request-Id': id });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
    const first = await send(method, path, call);
    const second = await send(method, path, call);
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });

  it('allows listed origins to read it', async () => {
    for (const origin of [ORIGIN, 'https://second.example:8443']) {
      const { headers } = await send(method, path, call, { Origin: origin });
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'X-Request-Id, X-Error-Code, Retry-After, ETag, Link, Location, Content-Location, X-Total-Count, X-Total-Count-Limited, Idempotency-Replayed, X-Dry-Run, RateLimit, RateLimit-Policy, Accept-Patch, Deprecation, WWW-Authenticate, X-Ignored, X-History',
      });
      expect(headers.vary?.split(', ')).toContain('Origin');
    }
  });

  it('reveals nothing to other origins', async () => {
    for (const origin of [
      'https://other.example',
      'http://admin.example',
      `${ORIGIN}:443`,
      `${ORIGIN}/`,
      ORIGIN.toUpperCase(),
      `${ORIGIN}.evil.example`,
      'null',
      '*',
      '',
    ]) {
      const { headers } = await send(method, path, call, { Origin: origin });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.vary ?? '').not.toContain('Origin');
    }
  });
});

it('a preflight response lists methods, headers and how long it may be cached', async () => {
  const headers = {
    Origin: ORIGIN,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization',
  };
  const reply = await api.send('OPTIONS', '/users/ola', { headers, authorization: null });
  expect(reply).toMatchObject({ status: 200, text: '' });
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD',
    'access-control-allow-headers':
      'origin, content-type, accept, authorization, content-encoding, x-request-id, if-match, if-none-match, idempotency-key, last-event-id, x-csrf-token, x-background',
    'access-control-max-age': '600',
    vary: 'Origin',
  });
});

it('only OPTIONS carries the headers of a preflight', async () => {
  const { headers } = await api.send('GET', '/users', { headers: { Origin: ORIGIN } });
  expect(headers['access-control-allow-methods']).toBeUndefined();
  expect(headers['access-control-max-age']).toBeUndefined();
});

it('responses with bodies vary by origin and by coding', async () => {
  for (const path of ['/users', '/users/ola', '/nonsense']) {
    const { headers } = await api.send('GET', path, { headers: { Origin: ORIGIN } });
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  }
});

it('redirects carry the same headers', async () => {
  await api.setProperty(ENABLEMENT, 'false');
  const headers = { Origin: ORIGIN, 'X-Request-Id': 'abc' };
  const reply = await api.send('GET', '/users', { headers });
  expect(reply.status).toBe(302);
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'x-request-id': 'abc',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  await api.setProperty(ENABLEMENT, 'true');
});

it('no origin may read responses unless it is listed', async () => {
  const plain = await TestApi.start();
  const { headers } = await plain.send('GET', '/users', { headers: { Origin: ORIGIN } });
  expect(headers['access-control-allow-origin']).toBeUndefined();
  await plain.stop();
});
