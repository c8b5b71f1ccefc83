import { exchange, head } from '../support/raw-http.js';
import { TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

const CHALLENGES = 'Bearer realm="REST API", Basic realm="REST API", charset="UTF-8"';
const PASSWORD = 'p1:secret æ';

let api: TestApi;
let second: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  second = await TestApi.start({ failedLoginLimit: 0 }, api.database);
  for (const username of ['ola', 'zoe', 'admin', 'kim', 'eva', 'per']) {
    await api.call('POST', '/users', 'json', { username, password: PASSWORD });
  }
  await api.setProperty(
    'admin.authorizedJIDs',
    'ola@example.org, zoe@example.org eva@example.org,per@example.org,far@other.example,kim',
  );
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  await second.app.persistence.properties.refresh();
});
afterAll(async () => {
  await second.close();
  await api.stop();
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const basic = (name: string, password = PASSWORD): string =>
  `Basic ${base64(`${name}:${password}`)}`;
const get = (authorization: string | null, from = api) =>
  from.send('GET', '/users/ola', { authorization, headers: { Accept: 'application/json' } });
const status = async (authorization: string | null, from = api): Promise<number> =>
  (await get(authorization, from)).status;

it.each([
  ['an administrator', basic('ola')],
  ['the word in lower case', `basic ${base64(`ola:${PASSWORD}`)}`],
  ['the word in upper case', `BASIC ${base64(`ola:${PASSWORD}`)}`],
  ['several blanks', `Basic   ${base64(`ola:${PASSWORD}`)}  `],
  ['a name in upper case', basic('OLA')],
  ['a name in full-width letters', basic('ｏｌａ')],
  ['Base64 without padding', basic('ola').replace(/=+$/, '')],
])('%s is admitted', async (_what, authorization) => {
  expect(await status(authorization)).toBe(200);
  expect(await status(authorization)).toBe(200);
});

it.each([
  ['no header', null],
  ['an empty header', ''],
  ['the word alone', 'Basic'],
  ['no word', base64(`ola:${PASSWORD}`)],
  ['another word', `Bearer ${base64(`ola:${PASSWORD}`)}`],
  ['no blank behind the word', `Basic${base64(`ola:${PASSWORD}`)}`],
  ['the shared secret', TEST_SECRET],
  ['the shared secret with the word', `Bearer ${TEST_SECRET}`],
  ['text that is not Base64', 'Basic !!!'],
  ['Base64 with something behind', `${basic('ola')} x`],
  [
    'bytes that are not UTF-8',
    `Basic ${Buffer.from('ola:p1:secret æ', 'latin1').toString('base64')}`,
  ],
  ['no colon', `Basic ${base64('ola')}`],
  ['an empty text', 'Basic ='],
  ['an empty name', basic('')],
  ['an unknown user', basic('ghost')],
  ['a wrong password', basic('ola', 'wrong')],
  ['an empty password', basic('ola', '')],
  ['the password up to its colon', basic('ola', 'p1')],
  ['a password in another letter case', basic('ola', PASSWORD.toUpperCase())],
  ['a password that cannot be prepared', basic('ola', 'p1\u0007')],
  ['a user who is no administrator', basic('admin')],
  ['a user whose entry is no bare JID', basic('kim')],
  ['a name with a domain', basic('ola@example.org')],
  ['a name that cannot be a user name', basic('o la')],
  ['a name that is too long', basic('o'.repeat(2000))],
  ['U+0000 in the name', basic('ola\0')],
])('%s is 401 with a challenge', async (_what, authorization) => {
  const reply = await get(authorization);
  expect(reply.status).toBe(401);
  expect(reply.headers['www-authenticate']).toBe(CHALLENGES);
  expect(JSON.parse(reply.text)).toEqual({
    resource: '/plugins/restapi/v1/users/ola',
    message: 'Authentication failed',
    exception: 'NotAuthorizedException',
  });
});

it.each(['basic', 'both'])(
  'a page opens no dialog of the browser in the scheme %s',
  async (value) => {
    await api.setProperty('plugin.restapi.httpAuth', value);
    const challengeOf = async (headers: object) => {
      const call = { authorization: null, headers: { ...headers } };
      const reply = await api.send('GET', '/users', call);
      return [reply.status, reply.headers['www-authenticate']];
    };
    const bearer = 'Bearer realm="REST API"';
    for (const [headers, challenge] of [
      [{}, CHALLENGES],
      [{ 'Sec-Fetch-Mode': 'navigate' }, CHALLENGES],
      [{ 'Sec-Fetch-Mode': 'cors' }, bearer],
      [{ 'Sec-Fetch-Mode': 'same-origin' }, bearer],
      [{ Origin: 'https://page.example' }, bearer],
      [{ Origin: 'null' }, bearer],
      [{ 'X-Requested-With': 'XMLHttpRequest' }, bearer],
      [{ Cookie: `chat_admin_session=${'x'.repeat(43)}` }, undefined],
    ] as const) {
      expect([headers, await challengeOf(headers)]).toEqual([headers, [401, challenge]]);
    }
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
  },
);

it('each challenge has a header of its own', async () => {
  const answer = await exchange(api, head('GET /plugins/restapi/v1/users HTTP/1.1'));
  expect(answer.match(/^www-authenticate: .*$/gim)).toHaveLength(2);
});

it('both schemes at once: Basic is an administrator, all else is the secret', async () => {
  await api.setProperty('plugin.restapi.httpAuth', 'both');
  const secret = `Basic ${base64('x:y')}`;
  try {
    for (const [authorization, expected] of [
      [TEST_SECRET, 200],
      [`Bearer ${TEST_SECRET}`, 200],
      [basic('ola'), 200],
      [basic('ola').replace('Basic', 'bASIC'), 200],
      [basic('ola', 'wrong'), 401],
      [basic('admin'), 401],
      [`Basic ${TEST_SECRET}`, 401],
      ['Basic', 401],
      ['wrong', 401],
      [base64(`ola:${PASSWORD}`), 401],
      [null, 401],
    ] as const) {
      expect([authorization, await status(authorization)]).toEqual([authorization, expected]);
    }
    await api.setProperty('plugin.restapi.secret', secret);
    expect(await status(secret)).toBe(401);
    expect(await status(`Bearer ${secret}`)).toBe(200);
  } finally {
    await api.setProperty('plugin.restapi.secret', TEST_SECRET);
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
  }
});

it('the account admin is the only administrator while nobody is listed', async () => {
  const listed = await api.database.sql(
    "select value from system_property where key = 'admin.authorizedJIDs'",
  );
  for (const value of ['', ' , ', null]) {
    await api.setProperty('admin.authorizedJIDs', value);
    expect(await status(basic('admin'))).toBe(200);
    expect(await status(basic('ola'))).toBe(401);
  }
  await api.setProperty('admin.authorizedJIDs', listed[0]!['value'] as string);
  expect(await status(basic('ola'))).toBe(200);
  expect(await status(basic('admin'))).toBe(401);
});

it('only responses to missing or wrong credentials carry the challenge', async () => {
  for (const [method, path] of [
    ['GET', '/users'],
    ['GET', '/users/ghost'],
    ['PATCH', '/users'],
    ['OPTIONS', '/users'],
  ] as const) {
    const reply = await api.send(method, path, { authorization: basic('ola') });
    expect(reply.headers['www-authenticate']).toBeUndefined();
  }
});

/** Repeats requests until refused, and some more: cached logins must not come back. */
async function isRefusedFromNowOn(authorization: string, instance: TestApi): Promise<void> {
  let tries = 0;
  while ((await status(authorization, instance)) !== 401) {
    tries += 1;
    expect(tries).toBeLessThan(500);
  }
  for (let again = 0; again < 10; again += 1) {
    expect(await status(authorization, instance)).toBe(401);
  }
}

const admin = (method: string, path: string, body?: object) =>
  api.send(method, path, {
    authorization: basic('ola'),
    body,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
  });

/** Both instances cache every kind of login before `change`, and refuse all of them afterwards. */
async function shutsOut(name: string, change: () => Promise<unknown>): Promise<void> {
  for (const instance of [api, second]) expect(await status(basic(name), instance)).toBe(200);
  await change();
  await isRefusedFromNowOn(basic(name), api);
  await isRefusedFromNowOn(basic(name), second);
}

it('a changed password invalidates the old one on all instances', async () => {
  await shutsOut('zoe', () => admin('PUT', '/users/zoe', { password: 'p2-secret' }));
  for (const instance of [api, second]) {
    expect(await status(basic('zoe', 'p2-secret'), instance)).toBe(200);
  }
});

it('a lockout locks the administrator out of all instances until it ends', async () => {
  await shutsOut('eva', () => admin('POST', '/lockouts/eva'));
  expect((await admin('DELETE', '/lockouts/eva')).status).toBe(200);
  for (const instance of [api, second]) expect(await status(basic('eva'), instance)).toBe(200);
});

it('a renamed administrator keeps the rights under the new name only', async () => {
  await shutsOut('eva', () => admin('PUT', '/users/eva', { username: 'eve' }));
  let tries = 0;
  while ((await status(basic('eve'), second)) !== 200) {
    tries += 1;
    expect(tries).toBeLessThan(500);
  }
});

it('a deleted administrator is refused, even if the name is given to another user', async () => {
  await shutsOut('per', () => admin('DELETE', '/users/per'));
  await admin('POST', '/users', { username: 'per', password: PASSWORD });
  for (const instance of [api, second]) expect(await status(basic('per'), instance)).toBe(401);
});
