import { randomBytes } from 'node:crypto';
import { makeKey } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';

/** Contract: core 1.4, 1.13; extensions E5.5 */
const LIMIT = 3;
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };

let api: TestApi;
let addresses = 0;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: LIMIT, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => api.stop());
beforeEach(() => api.audited());

const anAddress = () => `192.0.2.${(addresses += 1)}`;
const from = (address: string, { headers = {}, ...call }: Call): Call => ({
  authorization: null,
  ...call,
  headers: { 'X-Forwarded-For': address, ...headers },
});
const invented = (): Call => ({
  headers: { Cookie: `chat_admin_session=${randomBytes(32).toString('base64url')}` },
});
/** of more than the limit, one after the other */
async function statusesOf(method: string, path: string, call: () => Call | Promise<Call>) {
  const address = anAddress();
  const statuses: number[] = [];
  for (let tries = 0; tries <= LIMIT + 2; tries += 1) {
    statuses.push((await api.send(method, path, from(address, await call()))).status);
  }
  return statuses;
}
const limited = (status: number) => [status, status, status, status, 429, 429];

it.each<[string, number, () => Call | Promise<Call>]>([
  ['no body', 401, () => ({})],
  ['no password', 401, () => ({ headers: json, body: { username: 'admin' } })],
  ['no name', 401, () => ({ headers: json, body: { password: 'x' } })],
  ['a wrong password', 401, () => ({ headers: json, body: { username: 'a', password: 'x' } })],
  ['a wrong secret', 401, () => ({ authorization: 'wrong' })],
  ['a body that breaks off', 400, () => ({ headers: json, body: '{"us' })],
  ['a wrong type', 400, () => ({ headers: json, body: { username: ['a'] } })],
  ['a parameter that it has not', 400, () => ({ headers: json })],
  ['an Accept that nothing meets', 406, () => ({ headers: { Accept: 'image/png' } })],
  ['another media type', 415, () => ({ headers: { 'Content-Type': 'text/csv' }, body: 'a' })],
  ['a body that is too long', 413, () => ({ headers: json, body: ' '.repeat(20_000) })],
  [
    'a key that has expired',
    401,
    async () => {
      const { id, bearer } = await makeKey(api, ['*']);
      await api.database.sql(`update api_key set expires_at = now() where id = '${id}'`);
      await api.app.persistence.keyDirectory.refresh();
      await api.audited();
      return { authorization: bearer };
    },
  ],
])('a sign-in with %s is a failed login, audited until the limit', async (what, status, call) => {
  const path = what.startsWith('a parameter') ? '/session?dryRun=true' : '/session';
  const once = await call();
  expect(await statusesOf('POST', path, () => once)).toEqual(limited(status));
  expect(await api.audited()).toHaveLength(LIMIT + 1);
});

it('parallel refusals of sign-ins meet the limit, too', async () => {
  const address = anAddress();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => api.send('POST', '/session', from(address, {}))),
  );
  const refused = replies.filter(({ status }) => status === 401);
  expect([refused.length, replies.length]).toEqual([LIMIT + 1, 50]);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(50 - refused.length);
  expect(await api.audited()).toHaveLength(LIMIT + 1);
});

it('an invented cookie is no failed login, and leaves no entry', async () => {
  expect(await statusesOf('GET', '/users', invented)).toEqual(Array(LIMIT + 3).fill(401));
  expect(await api.audited()).toEqual([]);
});

it('500 invented cookies at once are refused, and keep nobody out', async () => {
  const address = anAddress();
  const cookies = Array.from({ length: 500 }, () =>
    api.send('GET', '/users', from(address, invented())),
  );
  const others = Array.from({ length: 5 }, () => api.send('GET', '/users'));
  const health = await fetch(new URL('/readyz', api.managementUrl));
  const statuses = new Set((await Promise.all(cookies)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 401)).toEqual([]);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(health.status).toBe(200);
});
