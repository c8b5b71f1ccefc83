import { TEST_DOMAIN, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import {
  ADDRESS,
  encoded,
  exchange,
  expectReply,
  FORM,
  PASSWORD,
  TestUserService,
  ways,
} from '../support/user-service.js';
import type { Reply, Sent } from '../support/user-service.js';

/** Both apps on one database, with the API forwarding to the user service, which trusts no other sender. */
const FORWARDING = { forwardingToken: 'token-of-the-tests' };
let service: TestUserService;
let api: App;
let apiUrl: URL;

beforeAll(async () => {
  service = await TestUserService.start(FORWARDING);
  const config = Object.assign(new ApiConfig(), {
    port: 0,
    managementPort: 0,
    databaseUrl: service.database.appUrl,
    databasePoolSize: 6,
    xmppDomain: TEST_DOMAIN,
    scramIterations: 4096,
    trustedProxies: ['127.0.0.1'],
    legacyUrl: service.url.origin,
    ...FORWARDING,
    // tests take entries away
    auditSealSeconds: 0,
    logLevel: 'silent',
  });
  api = await createApp(config);
  apiUrl = new URL((await api.listen()).url);
});
afterAll(async () => {
  await api.close();
  await service.stop();
});
afterEach(() => authenticateBy('secret'));
beforeEach(async () => {
  await service.sql('delete from user_group');
  await service.sql('delete from account');
});

const OK = '<result>OK</result>';

async function legacy(sent: Sent, text = OK): Promise<void> {
  expectReply(await service.call(sent), text);
}

async function ask(
  method: string,
  path: string,
  { body, authorization = TEST_SECRET }: { body?: object; authorization?: string } = {},
): Promise<Reply> {
  const headers = {
    Authorization: authorization,
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return exchange(apiUrl, method, `/plugins/restapi/v1${path}`, headers, text);
}

async function shown(path: string): Promise<unknown> {
  const reply = await ask('GET', path);
  return reply.status === 200 ? JSON.parse(reply.text) : reply.status;
}

it('users written by either are immediately read by the other', async () => {
  await legacy({ type: 'add', username: 'ann', password: PASSWORD, name: 'Ann', groups: 'tea' });
  expect(await shown('/users/ann')).toMatchObject({ username: 'ann', name: 'Ann' });
  expect(await shown('/users/ann/groups')).toEqual({ groupnames: ['tea'] });
  await legacy({ type: 'update', username: 'ann', name: 'Anna', email: 'a@x.org', groups: 'work' });
  expect(await shown('/users/ann')).toMatchObject({ name: 'Anna', email: 'a@x.org' });
  expect(await shown('/users/ann/groups')).toEqual({ groupnames: ['tea', 'work'] });
  expect((await ask('POST', '/users', { body: { username: 'bob', password: 'p' } })).status).toBe(
    201,
  );
  await legacy(
    { type: 'add', username: 'bob', password: 'p' },
    '<error>UserAlreadyExistsException</error>',
  );
  expect((await ask('PUT', '/users/ann', { body: { username: 'anna' } })).status).toBe(200);
  await legacy({ type: 'delete', username: 'ann' }, '<error>UserNotFoundException</error>');
  await legacy({ type: 'delete', username: 'anna' });
  expect(await shown('/users/anna')).toBe(404);
  expect((await ask('DELETE', '/users/bob')).status).toBe(200);
  await legacy({ type: 'usergrouplist', username: 'bob' }, '<error>UserNotFoundException</error>');
});

it('groups written by either are immediately read by the other', async () => {
  await legacy({ type: 'add', username: 'ann', password: PASSWORD, groups: 'tea' });
  expect((await ask('POST', '/groups', { body: { name: 'Crew', shared: true } })).status).toBe(201);
  await legacy(
    { type: 'grouplist' },
    '<result><groupname>Crew</groupname><groupname>tea</groupname></result>',
  );
  await ask('POST', '/users/ann/groups/Crew');
  await legacy(
    { type: 'usergrouplist', username: 'ann' },
    '<result><groupname>Crew</groupname><groupname>tea</groupname></result>',
  );
  await ask('DELETE', '/groups/tea');
  await legacy({ type: 'grouplist' }, '<result><groupname>Crew</groupname></result>');
});

it('rosters written by either are immediately read by the other', async () => {
  const item = { type: 'add_roster', username: 'ann', item_jid: 'bob@example.org' };
  await legacy({ type: 'add', username: 'ann', password: PASSWORD });
  await legacy({ ...item, name: 'Bob', subscription: '3', groups: 'tea' });
  expect(await shown('/users/ann/roster')).toMatchObject({
    rosterItem: [{ jid: 'bob@example.org', nickname: 'Bob', subscriptionType: 3, groups: ['tea'] }],
  });
  const body = { jid: 'dan@example.org', nickname: 'Dan' };
  expect((await ask('POST', '/users/ann/roster', { body })).status).toBe(201);
  await legacy(
    { ...item, item_jid: 'dan@example.org' },
    '<error>UserAlreadyExistsException</error>',
  );
  await legacy({ ...item, type: 'update_roster', subscription: '-1' });
  await legacy({ ...item, type: 'delete_roster', item_jid: 'dan@example.org' });
  expect(await shown('/users/ann/roster')).toEqual({ rosterItem: [] });
});

async function authenticateBy(scheme: 'basic' | 'secret'): Promise<void> {
  await service.setProperty('plugin.restapi.httpAuth', scheme);
  await api.persistence.properties.refresh();
}

/**
 * PostgreSQL delivers notices in commit order: after this one, all earlier ones have been received.
 */
async function noticesArrive(): Promise<void> {
  const arrived = new Promise<void>((resolve) =>
    api.persistence.loginChanges.subscribe((username) => {
      if (username === 'nobody-at-all') resolve();
    }),
  );
  await service.sql("select pg_notify('chat_admin_change', 'login:nobody-at-all')");
  await arrived;
}

it('a lockout, a password and a deletion by the user service invalidate cached logins of the API', async () => {
  const login = (password: string): Promise<number> =>
    ask('GET', '/users/admin', {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    }).then(({ status }) => status);
  await legacy({ type: 'add', username: 'admin', password: PASSWORD });
  await authenticateBy('basic');
  for (const [sent, password, expected] of [
    [{ type: 'enable' }, PASSWORD, 200],
    [{ type: 'disable' }, PASSWORD, 401],
    [{ type: 'enable' }, PASSWORD, 200],
    [{ type: 'update', password: 'p2' }, PASSWORD, 401],
    [{ type: 'enable' }, 'p2', 200],
    [{ type: 'delete' }, 'p2', 401],
  ] as const) {
    await legacy({ username: 'admin', ...sent });
    await noticesArrive();
    expect(await login(password)).toBe(expected);
  }
});

it('a lockout by the API is undone by the user service', async () => {
  await legacy({ type: 'add', username: 'ann', password: PASSWORD });
  expect((await ask('POST', '/lockouts/ann')).status).toBe(201);
  expect(await service.sql('select username from lockout')).toEqual([{ username: 'ann' }]);
  await legacy({ type: 'enable', username: 'ann' });
  expect(await service.sql('select from lockout')).toEqual([]);
});

it('the audit log of the API shows what the user service did', async () => {
  await service.audited();
  await legacy({ type: 'add', username: 'ann', password: PASSWORD });
  expect(await shown('/logs/security')).toMatchObject({
    logs: [{ username: 'userservice', summary: 'add user ann' }],
  });
});

describe.each(ways)('forwarded by the API, $method $address', ({ method, address }) => {
  // I-4: the addresses that only old clients know have it in lower case
  const success = address === '/plugins/restapi/userservice' ? OK : '<result>ok</result>';
  const call = (sent: Sent, headers = {}): Promise<Reply> => {
    const text = encoded({ secret: TEST_SECRET, ...sent });
    return method === 'GET'
      ? exchange(apiUrl, 'GET', `${address}?${text}`, headers)
      : exchange(apiUrl, 'POST', address, { 'Content-Type': FORM, ...headers }, text);
  };

  it('executes operations and replies like the user service', async () => {
    expectReply(await call({ type: 'add', username: 'ann', password: PASSWORD }), success);
    expectReply(await call({ type: 'grouplist' }), '<result></result>');
    expectReply(
      await call({ type: 'grouplist', secret: 'wrong' }),
      '<error>RequestNotAuthorised</error>',
    );
    const { headers } = await call({ type: 'grouplist' }, { 'X-Request-Id': 'abc' });
    expect(headers).toMatchObject({ deprecation: '@1735689600', 'x-request-id': 'abc' });
  });

  it('reports the client', async () => {
    await service.audited();
    await service.setProperty('plugin.userservice.allowedIPs', '198.51.100.7');
    const from = (address: string): Promise<Reply> =>
      call({ type: 'add', username: 'ann', password: PASSWORD }, { 'X-Forwarded-For': address });
    expectReply(await from('198.51.100.7, 203.0.113.1'), '<error>RequestNotAuthorised</error>');
    expectReply(await from('203.0.113.1, 198.51.100.7'), success);
    expect((await service.audited()).map(({ details }) => details)).toEqual([
      expect.stringContaining('; address=198.51.100.7'),
    ]);
    await service.setProperty('plugin.userservice.allowedIPs', null);
  });
});

it('a forwarded address counts only with the token that the apps share', async () => {
  await service.setProperty('plugin.userservice.allowedIPs', '198.51.100.7');
  const add = encoded({ secret: TEST_SECRET, type: 'add', username: 'ann', password: PASSWORD });
  const ask = (url: URL, token: string | undefined): Promise<Reply> =>
    exchange(url, 'GET', `${ADDRESS}?${add}`, {
      'X-Forwarded-For': '198.51.100.7',
      ...(token !== undefined && { 'X-Forwarding-Token': token }),
    });
  const refused = '<error>RequestNotAuthorised</error>';
  for (const token of [undefined, '', 'token-of-somebody'])
    expectReply(await ask(service.url, token), refused);
  expectReply(await ask(service.url, FORWARDING.forwardingToken), OK);
  await service.setProperty('plugin.userservice.allowedIPs', null);
});

it('the addresses support only the methods of the user service', async () => {
  const reply = await exchange(apiUrl, 'PUT', ADDRESS);
  expect({ status: reply.status, allow: reply.headers.allow }).toEqual({
    status: 405,
    allow: 'GET, POST, OPTIONS',
  });
});
