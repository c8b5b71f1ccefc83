import { ROLE_SCOPES } from '@chat-admin/domain/users/account-role';
import { until } from '@chat-admin/debian-programs/until';
import { StreamClient } from '../support/event-stream.js';
import { finished, forgetJobs, jobIn } from '../support/jobs.js';
import { makeKey, sendJson } from '../support/keys.js';
import { createUsers, PASSWORD, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const ADMINS = 'admin.authorizedJIDs';
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };

let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  other = await TestApi.start({ failedLoginLimit: 0 }, api.database);
});
afterAll(async () => {
  await other.close();
  await api.stop();
});
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'boss', 'ola', 'zoe');
  await api.setProperty(ADMINS, 'boss@example.org');
  await give('ola', 'help-desk');
});
afterEach(() => api.setProperty('plugin.restapi.httpAuth', 'secret'));

const give = (user: string, role: string) => sendJson(api, 'PUT', `/users/${user}/role`, { role });
const take = (user: string) => sendJson(api, 'DELETE', `/users/${user}/role`);
const post = (username: string, password = PASSWORD) =>
  api.send('POST', '/session', {
    headers: json,
    authorization: null,
    body: JSON.stringify({ username, password }),
  });

interface Session {
  readonly document: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

async function signIn(username: string): Promise<Session> {
  const reply = await post(username);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  const document = JSON.parse(reply.text) as Record<string, unknown>;
  const Cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
  return { document, headers: { Cookie, 'X-CSRF-Token': String(document['csrfToken']) } };
}

const send = (
  { headers }: Session,
  method: string,
  path: string,
  body?: object | string,
  at = api,
) =>
  at.send(method, path, {
    authorization: null,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const statusOf = async (session: Session, method: string, path: string, body?: object) =>
  (await send(session, method, path, body)).status;

describe('an account with a role', () => {
  it('signs in with its name and password, and may do what the role says', async () => {
    const session = await signIn('OLA');
    const shown = { username: 'ola', kind: 'session', scopes: ROLE_SCOPES['help-desk'] };
    expect(session.document).toMatchObject({ ...shown, role: 'help-desk' });
    const who = JSON.parse((await send(session, 'GET', '/session')).text) as object;
    expect(who).toMatchObject({ ...shown, role: 'help-desk' });
    await api.audited();
    expect(await statusOf(session, 'PUT', '/users/zoe', { name: 'Zoe' })).toBe(200);
    expect((await api.audited()).map(({ username }) => username)).toEqual(['ola']);
    for (const [method, path, body] of [
      ['GET', '/system/properties'],
      ['GET', '/chatrooms/lobby/chathistory'],
      ['POST', '/messages/users', { body: 'x' }],
      ['GET', '/users/zoe/role'],
      ['PUT', '/users/ola/role', { role: 'auditor' }],
      ['PUT', '/system/properties/admin.authorizedJIDs', { key: ADMINS, value: 'ola@example.org' }],
    ] as const) {
      expect([path, await statusOf(session, method, path, body)]).toEqual([path, 403]);
    }
  });

  it('is no administrator: Basic does not let it in', async () => {
    await api.setProperty('plugin.restapi.httpAuth', 'both');
    const basic = (name: string) =>
      api.send('GET', '/users', {
        authorization: `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`,
      });
    for (const expected of [401, 401]) expect((await basic('ola')).status).toBe(expected);
    expect((await basic('boss')).status).toBe(200);
    const begun = await api.send('POST', '/session', {
      headers: { Accept: 'application/json' },
      authorization: `Basic ${Buffer.from(`ola:${PASSWORD}`).toString('base64')}`,
    });
    expect(begun.status).toBe(401);
  });

  it('signs in with the right password alone, and while it is not locked', async () => {
    expect((await post('ola', 'wrong')).status).toBe(401);
    expect((await post('zoe')).status).toBe(401);
    await sendJson(api, 'POST', '/lockouts/ola');
    expect((await post('ola')).status).toBe(401);
  });

  it('has every right while it administers, too, and is shown without its role', async () => {
    await api.setProperty(ADMINS, 'boss@example.org,ola@example.org');
    const session = await signIn('ola');
    expect(session.document['scopes']).toEqual(['*']);
    expect(session.document['role']).toBeUndefined();
    await api.setProperty(ADMINS, 'boss@example.org');
    const who = await send(session, 'GET', '/session');
    expect(JSON.parse(who.text)).toMatchObject({ role: 'help-desk' });
  });

  it('takes over neither an administrator nor another one with a role', async () => {
    await give('zoe', 'auditor');
    const session = await signIn('ola');
    for (const target of ['boss', 'zoe', 'ola']) {
      for (const [method, path, body] of [
        ['PUT', `/users/${target}`, { password: 'n3w' }],
        ['PUT', `/users/${target}`, { username: 'mine' }],
        ['DELETE', `/users/${target}`],
        ['POST', `/lockouts/${target}`],
        ['DELETE', `/lockouts/${target}`],
      ] as const) {
        expect([method, path, await statusOf(session, method, path, body)]).toEqual([
          method,
          path,
          403,
        ]);
      }
    }
    await api.setProperty(ADMINS, 'boss@example.org,chief@example.org');
    const chief = { username: 'chief', password: 'p1' };
    expect(await statusOf(session, 'POST', '/users', chief)).toBe(403);
    expect(await statusOf(session, 'POST', '/users', { users: [chief] })).toBe(403);
    await createUsers(api, 'mia');
    expect(await statusOf(session, 'PUT', '/users/mia', { username: 'chief' })).toBe(403);
    expect(await statusOf(session, 'PUT', '/users/mia', { password: 'n3w' })).toBe(200);
  });
});

describe('an open session', () => {
  const ended = async (session: Session) => [
    (await send(session, 'GET', '/session', undefined, other)).status,
    (await send(session, 'GET', '/users')).status,
  ];

  it('may at once what another role says', async () => {
    const session = await signIn('ola');
    await give('ola', 'auditor');
    const who = await send(session, 'GET', '/session', undefined, other);
    expect(JSON.parse(who.text)).toMatchObject({ role: 'auditor', scopes: ['*:read'] });
    expect(await statusOf(session, 'PUT', '/users/zoe', { name: 'Z' })).toBe(403);
    expect(await statusOf(session, 'GET', '/system/properties')).toBe(200);
  });

  it.each<[string, () => Promise<unknown>, (() => Promise<unknown>) | null]>([
    ['the role is taken away', () => take('ola'), () => give('ola', 'help-desk')],
    [
      'the account is locked',
      () => sendJson(api, 'POST', '/lockouts/ola'),
      () => sendJson(api, 'DELETE', '/lockouts/ola'),
    ],
    [
      'the account is renamed',
      () => sendJson(api, 'PUT', '/users/ola', { username: 'bo' }),
      () => sendJson(api, 'PUT', '/users/bo', { username: 'ola' }),
    ],
    [
      'the password is another',
      () => sendJson(api, 'PUT', '/users/ola', { password: 'n3w' }),
      null,
    ],
    [
      'the account is deleted',
      () => sendJson(api, 'DELETE', '/users/ola'),
      async () => {
        await createUsers(api, 'ola');
        await give('ola', 'help-desk');
      },
    ],
  ])('ends at once when %s, and does not come back', async (_what, change, undo) => {
    const session = await signIn('ola');
    await change();
    expect(await ended(session)).toEqual([401, 401]);
    await undo?.();
    expect(await ended(session)).toEqual([401, 401]);
  });

  it('ends with the account for ever, also when that is restored', async () => {
    const session = await signIn('ola');
    expect(await statusOf(session, 'GET', '/users')).toBe(200);
    await api.database.sql('create table kept as select * from account');
    await api.database.sql('create table kept_keys as select * from account_credential');
    await sendJson(api, 'DELETE', '/users/ola');
    await api.database.sql(`insert into account select * from kept where username = 'ola'`);
    await api.database.sql(
      `insert into account_credential select * from kept_keys where username = 'ola'`,
    );
    await api.database.sql('drop table kept, kept_keys');
    await give('ola', 'help-desk');
    expect(await ended(session)).toEqual([401, 401]);
  });

  it('goes on when other administrators are listed', async () => {
    const session = await signIn('ola');
    await api.setProperty(ADMINS, 'zoe@example.org');
    expect(await statusOf(session, 'GET', '/users')).toBe(200);
  });

  it('of an administrator stays when a role is taken away', async () => {
    await give('boss', 'auditor');
    const session = await signIn('boss');
    await take('boss');
    expect(await statusOf(session, 'GET', '/system/properties')).toBe(200);
  });
});

describe('the last administrator', () => {
  it('is so beside any number of accounts with a role', async () => {
    const key = await makeKey(api, ['users:write', 'admins:write']);
    const reply = await sendJson(api, 'DELETE', '/users/boss', undefined, key.bearer);
    expect([reply.status, reply.text]).toEqual([
      409,
      expect.stringContaining('This is the last administrator'),
    ]);
  });
});

describe('a job', () => {
  const upload = async (session: Session, query: string, table: string) => {
    const reply = await api.send('POST', `/jobs?${query}`, {
      authorization: null,
      headers: { Accept: 'application/json', 'Content-Type': 'text/csv', ...session.headers },
      body: table,
    });
    expect(reply.status).toBe(202);
    return jobIn(reply).id;
  };
  const names = Array.from({ length: 20_000 }, (_, index) => `name${index}`).join('\n');

  it('of an account with a role does what that may', async () => {
    const session = await signIn('ola');
    const id = await upload(session, 'type=groups', 'name\nCrew');
    expect(await finished(api, id)).toMatchObject({ status: 'done', succeeded: 1 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is taken away', () => take('ola')],
    ['becomes another, which may less', () => give('ola', 'auditor')],
  ])('ends when the role of its maker %s', async (_what, change) => {
    const session = await signIn('ola');
    const id = await upload(session, 'type=groups', `name\n${names}`);
    await change();
    const message = 'The rights of ola have ended';
    expect(await finished(api, id)).toMatchObject({ status: 'failed', message });
  });
});

it('a stream of events ends with the role', async () => {
  await give('ola', 'auditor');
  const { headers } = await signIn('ola');
  const stream = await StreamClient.open(api.baseUrl, '', headers);
  expect(stream.reply.statusCode).toBe(200);
  await take('ola');
  await until('the stream ends', async () => stream.ended);
});
