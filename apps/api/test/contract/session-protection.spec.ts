import { expectError, refusal, stored } from '../support/expectations.js';
import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const PASSWORD = 'p1-secret';
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const patch = { 'Content-Type': 'application/merge-patch+json' };
const ADMINS = 'admin.authorizedJIDs';

const apis: TestApi[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ allowSecurityProperties: true });
  apis.push(api, await TestApi.start({ allowSecurityProperties: true }, api.database));
  for (const username of ['ann', 'bea', 'ola']) {
    await api.call('POST', '/users', 'json', { username, password: PASSWORD });
  }
});
afterAll(async () => {
  await apis[1]!.close();
  await api.stop();
});
afterEach(() => api.setProperty(ADMINS, 'ann@example.org,bea@example.org'));
beforeEach(() => api.setProperty(ADMINS, 'ann@example.org,bea@example.org'));

type Send = (method: string, path: string, body?: Call['body'], at?: TestApi) => Promise<Reply>;

/** Requests with the cookie of a session. */
async function signedIn(body: object | undefined, authorization: string | null): Promise<Send> {
  const reply = await api.send('POST', '/session', { headers: json, body, authorization });
  const { csrfToken } = JSON.parse(reply.text) as { csrfToken: string };
  const cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
  return (method, path, sent, at = api) =>
    at.send(method, path, {
      authorization: null,
      headers: {
        ...json,
        ...(method === 'PATCH' ? patch : {}),
        Cookie: cookie,
        'X-CSRF-Token': csrfToken,
      },
      body: sent,
    });
}
const as = (username: string) => signedIn({ username, password: PASSWORD }, null);
const bySecret = () => signedIn(undefined, 'sesame-sesame');

const notAllowed = refusal(409, 'NotAllowedException');
const oneself = (name: string) => notAllowed('You cannot do this to yourself', name);
const last = (name: string) => notAllowed('This is the last administrator', name);
const property = (value: string) => ({ key: ADMINS, value });

/** What ends the login of a user. */
const ENDS: readonly [string, (name: string) => string, (name: string) => Call['body']][] = [
  ['POST', (name) => `/lockouts/${name}`, () => undefined],
  ['PUT', (name) => `/lockouts/${name}`, () => ({ from: '2036-11-29T08:00:00Z' })],
  ['DELETE', (name) => `/users/${name}`, () => undefined],
  ['PUT', (name) => `/users/${name}`, (name) => ({ username: `${name}x` })],
  ['PATCH', (name) => `/users/${name}`, (name) => JSON.stringify({ username: `${name}x` })],
];

describe.each(ENDS)('%s', (method, path, body) => {
  it('is refused for oneself, however the name is written', async () => {
    const send = await as('ann');
    const before = await stored(api);
    expectError(await send(method, path('ann'), body('ann')), 'json', oneself('ann'));
    expectError(await send(method, path('ANN'), body('ann')), 'json', oneself('ann'));
    expect(await stored(api)).toEqual(before);
  });

  it('is refused for the last administrator who can log in', async () => {
    await api.setProperty(ADMINS, 'ann@example.org,nobody@example.org');
    const send = await bySecret();
    const before = await stored(api);
    expectError(await send(method, path('ann'), body('ann')), 'json', last('ann'));
    expect(await stored(api)).toEqual(before);
  });

  it('first says that there is no such user, and is done to others', async () => {
    const send = await as('ann');
    expect((await send(method, path('nobody'), body('nobody'))).status).toBe(404);
    await api.call('POST', '/users', 'json', { username: 'temp', password: PASSWORD });
    expect((await send(method, path('temp'), body('temp'))).status).toBeLessThan(300);
    await api.call('DELETE', '/users/temp', 'json');
    await api.call('DELETE', '/users/tempx', 'json');
  });
});

it('what ends no login is done to oneself and to the last administrator', async () => {
  const send = await as('ann');
  for (const [method, path, body] of [
    ['PUT', '/users/ann', { name: 'Ann' }],
    ['PUT', '/users/ann', { username: 'ANN', email: 'a@example.org' }],
    ['PATCH', '/users/ann', '{"name":"A"}'],
    ['DELETE', '/lockouts/ann', undefined],
  ] as const) {
    expect([path, (await send(method, path, body)).status]).toEqual([path, 200]);
  }
});

it('with another way in everything is done', async () => {
  await api.setProperty(ADMINS, 'ann@example.org');
  expect((await api.call('POST', '/lockouts/ann', 'json')).status).toBe(201);
  expect((await api.call('DELETE', '/lockouts/ann', 'json')).status).toBe(200);
});

describe('the list of administrators', () => {
  it.each([
    ['PUT', `/system/properties/${ADMINS}`, property('bea@example.org'), oneself('ann')],
    ['POST', '/system/properties', property('bea@example.org'), oneself('ann')],
    ['DELETE', `/system/properties/${ADMINS}`, undefined, oneself('ann')],
  ] as const)(
    '%s %s is refused to who would lose the right',
    async (method, path, body, expected) => {
      const send = await as('ann');
      const before = await stored(api);
      expectError(await send(method, path, body), 'json', expected);
      expect(await stored(api)).toEqual(before);
    },
  );

  it('keeps somebody who can log in', async () => {
    const send = await bySecret();
    const path = `/system/properties/${ADMINS}`;
    const before = await stored(api);
    expectError(await send('PUT', path, property('nobody@example.org')), 'json', last('ann'));
    expectError(await send('DELETE', path), 'json', last('ann'));
    expect(await stored(api)).toEqual(before);
    expect((await send('PUT', path, property('bea@example.org'))).status).toBe(200);
  });

  it('is protected first, where it is', async () => {
    const plain = await TestApi.start({}, api.database);
    const send = await as('ann');
    const reply = await send('PUT', `/system/properties/${ADMINS}`, property('x'), plain);
    expect(reply.status).toBe(403);
    await plain.close();
  });
});

it('of two who end each other at once, at two instances, one is refused', async () => {
  const [ann, bea] = [await as('ann'), await as('bea')];
  const replies = await Promise.all([
    ann('POST', '/lockouts/bea'),
    bea('POST', '/lockouts/ann', undefined, apis[1]),
  ]);
  const statuses = replies.map(({ status }) => status).sort();
  // the slower one meets the lockout, or its consequence
  expect(statuses[0]).toBe(201);
  expect([401, 409]).toContain(statuses[1]);
  for (const name of ['ann', 'bea']) await api.call('DELETE', `/lockouts/${name}`, 'json');
});
