import fc from 'fast-check';
import { API_ROOT } from '../../src/http/api-root.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';
import { expectInOrder, sendRaw } from './answers.js';

const RUNS = { numRuns: 150 };
const AUTHORIZATION = `Authorization: ${TEST_SECRET}`;

let api: TestApi;
interface Route {
  readonly method: string;
  readonly pattern: string;
  /** files for browsers */
  readonly isPage: boolean;
  /** whoever asks, and whatever they say of themselves */
  readonly isForAll: boolean;
}
let routes: readonly Route[];

beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0, trustedProxies: ['127.0.0.1'] });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', { name: 'Crew' });
  const pages = api.app.routes.pages();
  const open = api.app.routes.described().filter(({ isOpen, signsIn }) => isOpen || signsIn);
  const forAll = new Set(open.map(({ method, pattern }) => `${method} ${pattern}`));
  routes = api.app.routes.list().map((route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const isPage = pages.has(route);
    return {
      method,
      pattern,
      isPage,
      isForAll: isPage || forAll.has(route.replace('HEAD ', 'GET ')),
    };
  });
});
afterAll(() => api.stop());

const everyRoute = () =>
  fc.constantFrom(...routes).map(({ method, pattern, isForAll }) => ({
    method,
    isForAll,
    target: pattern.replace(':username', 'ola').replace(':groupName', 'Crew'),
  }));

/** Bytes without line breaks, which would start another header. */
const bytes = (maxLength: number, units = '\t !"#%&()*+,-./0;=?@Aa\\~') =>
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(...units).map((unit) => unit.charCodeAt(0)),
      ),
      { maxLength },
    )
    .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 10 && code !== 13)));

const encodedByte = fc
  .integer({ min: 0, max: 255 })
  .map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
const pathPiece = fc.oneof(
  encodedByte,
  fc.constantFrom(
    ...['a', 'ola', '@', '%2F', '%2f', '%25', '%00', '..', '.', '%2e', '/', '//', ';', '\\', '#'],
    ...['?', '+', '%', '%C3%A6', '%f0%9f%98%80', '%ED%A0%80', '\xff', '~', "'", '"', '<', '&', ' '],
  ),
);
const path = fc.array(pathPiece, { maxLength: 8 }).map((pieces) => pieces.join(''));

it('arbitrary path values on every route get a well-formed response', async () => {
  // with a slash a page is itself, which browsers may keep
  const documents = routes.filter(({ isPage }) => !isPage);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...documents), path, async ({ method, pattern }, value) => {
      const target = pattern.replace(/:\w+/g, () => value) + (pattern.includes(':') ? '' : value);
      expectInOrder(await sendRaw(api, { method, target, headers: [AUTHORIZATION] }), method);
    }),
    { numRuns: 300 },
  );
});

it('arbitrary bytes as target get a well-formed response', async () => {
  await fc.assert(
    fc.asyncProperty(bytes(60), fc.boolean(), async (text, below) => {
      const target = (below ? `${API_ROOT}/` : '') + text;
      expectInOrder(await sendRaw(api, { method: 'GET', target, headers: [AUTHORIZATION] }), 'GET');
    }),
    { numRuns: 300 },
  );
});

it('arbitrary query strings on every route get a well-formed response', async () => {
  await fc.assert(
    fc.asyncProperty(everyRoute(), path, path, async ({ method, target }, name, value) => {
      const names = ['search', 'propertyKey', 'propertyValue', 'exact', 'limit', 'offset', name];
      const query = names.map((one) => `${one}=${value}`).join('&');
      const request = { method, target: `${target}?${query}`, headers: [AUTHORIZATION] };
      expectInOrder(await sendRaw(api, request), method);
    }),
    RUNS,
  );
});

const HINTS: Readonly<Record<string, readonly string[]>> = {
  Authorization: [TEST_SECRET, 'Basic ', 'Basic Og==', 'Basic /w==', 'b', '='],
  Accept: ['application/json', 'application/problem+json', '*/*', ';q=0.5', ';q=', ','],
  'Content-Type': ['application/json', 'text/xml', ';charset=utf-16', '/'],
  'Content-Encoding': ['gzip', 'identity', 'br', ','],
  'Accept-Encoding': ['gzip', ';q=0', '*', ','],
  'X-Request-Id': ['a', '..', '__proto__'],
  'X-Forwarded-For': ['192.0.2.1', '::1', ',', 'unknown', '127.0.0.1'],
  'Idempotency-Key': ['a', '"a"', '"', '\\'],
  Cookie: [`chat_admin_session=${'a'.repeat(43)}`, 'chat_admin_session=', ';', '='],
  'X-CSRF-Token': ['a', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-site', 'same-origin', 'none'],
  Origin: ['https://a.example', 'null', '*'],
  Connection: ['close', 'keep-alive, close', 'upgrade, close'],
  Expect: ['100-continue'],
  'X-HTTP-Method-Override': ['DELETE'],
};

describe.each(Object.keys(HINTS))('header %s', (name) => {
  it('with arbitrary bytes gets a well-formed response on every route', async () => {
    const value = fc
      .array(fc.oneof(bytes(20), fc.constantFrom(...HINTS[name]!)), { maxLength: 4 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(everyRoute(), value, async ({ method, target, isForAll }, sent) => {
        const credentials = name === 'Authorization' ? [] : [AUTHORIZATION];
        const body = method === 'GET' || method === 'HEAD' ? '' : '{}';
        const headers = [...credentials, `${name}: ${sent}`];
        const reply = await sendRaw(api, { method, target, headers, body: Buffer.from(body) });
        expectInOrder(reply, method);
        if (name === 'Authorization' && sent.trim() !== TEST_SECRET && !isForAll) {
          expect([400, 401]).toContain(reply.status);
        }
      }),
      { numRuns: 70 },
    );
  });
});

it('arbitrary credentials in the basic scheme are refused with a well-formed response', async () => {
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        bytes(40),
        fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}:x`),
        fc.string({ unit: 'binary', maxLength: 10 }).map((text) => `admin:${text}`),
      ),
      everyRoute(),
      async (text, { method, target, isForAll }) => {
        const headers = [`Authorization: Basic ${Buffer.from(text).toString('base64')}`];
        const reply = await sendRaw(api, { method, target, headers });
        expectInOrder(reply, method);
        if (!isForAll) expect(reply.status).toBe(401);
      },
    ),
    { numRuns: 100 },
  );
  await api.setProperty('plugin.restapi.httpAuth', 'secret');
});

it('arbitrary bytes as body on every route get a well-formed response', async () => {
  const types = ['application/json', 'application/xml', 'text/xml', 'text/plain', ''];
  await fc.assert(
    fc.asyncProperty(
      everyRoute(),
      fc.constantFrom(...types),
      fc.constantFrom('identity', 'gzip'),
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        bytes(200, '<>/="\'&;!?[]{}:,xmlnstrue0123 ').map((text) => Buffer.from(text, 'latin1')),
      ),
      async ({ method, target }, type, coding, body) => {
        const headers = [AUTHORIZATION, `Content-Type: ${type}`, `Content-Encoding: ${coding}`];
        expectInOrder(await sendRaw(api, { method, target, headers, body }), method);
      },
    ),
    { numRuns: 300 },
  );
});
