import pg from 'pg';
import { ROLE_SCOPES } from '@chat-admin/domain/users/account-role';
import { badArgument, expectError, noUser, refusal } from '../support/expectations.js';
import { doJob, forgetJobs } from '../support/jobs.js';
import { makeKey, sendJson } from '../support/keys.js';
import { createUsers, PASSWORD, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const ADMINS = 'admin.authorizedJIDs';
const HELP_DESK = ROLE_SCOPES['help-desk'];

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'boss', 'ola', 'zoe');
  await api.setProperty(ADMINS, 'boss@example.org');
  await api.audited();
});

const role = (user: string) => `/users/${user}/role`;
const give = async (user: string, name: string, by?: string) =>
  (await sendJson(api, 'PUT', role(user), { role: name }, by)).status;
const needed = (scope: string, path: string) =>
  refusal(403, 'ForbiddenException')(`The scope ${scope} is needed`, `${ROOT}${path}`);
const noRole = refusal(404, 'RoleNotFoundException')('Could not find role', 'ola');
const events = async () => {
  const [row] = await api.database.sql(`
    select count(*)::integer as count from (
      select type, object from event_outbox union all select type, object from event) as one
    where type = 'user.role' and object = '/users/ola'`);
  return Number(row!['count']);
};

describe.each(forms)('a role, in %s', (form) => {
  const body = (name: string | null) =>
    form === 'json'
      ? JSON.stringify(name === null ? {} : { role: name })
      : `<accountRole>${name === null ? '' : `<role>${name}</role>`}</accountRole>`;
  const call = (method: string, user: string, sent?: string) =>
    api.send(method, role(user), {
      headers: {
        Accept: `application/${form}`,
        ...(sent === undefined ? {} : { 'Content-Type': `application/${form}` }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    });

  it('is given, read, replaced and taken away, each with an entry and an event', async () => {
    const before = await events();
    expectError(await call('GET', 'ola'), form, noRole);
    const given = await call('PUT', 'ola', body('moderator'));
    expect([given.status, given.text]).toEqual([
      200,
      form === 'json'
        ? '{"role":"moderator"}'
        : expect.stringContaining('<accountRole><role>moderator</role></accountRole>'),
    ]);
    expect((await call('PUT', 'ola@example.org', body('help-desk'))).status).toBe(200);
    expect((await call('GET', 'ola')).text).toContain('help-desk');
    const removed = await call('DELETE', 'ola');
    expect([removed.status, removed.text]).toEqual([200, '']);
    expectError(await call('GET', 'ola'), form, noRole);
    expect((await api.audited()).map(({ summary, details }) => [summary, details])).toEqual([
      ['PUT role ola', expect.stringMatching('outcome=200; .*changed=role; role=moderator')],
      ['PUT role ola', expect.stringMatching('outcome=200; .*changed=role; role=help-desk')],
      ['DELETE role ola', expect.stringMatching('outcome=200; .*changed=role; role=help-desk')],
    ]);
    expect((await events()) - before).toBe(3);
  });

  it('is taken away, too, when this program does not know it', async () => {
    await api.database.sql(`insert into account_role values ('ola', 'of-tomorrow')`);
    expect((await call('DELETE', 'ola')).status).toBe(200);
    expect(await api.database.sql('select from account_role')).toEqual([]);
    expect((await api.audited()).at(-1)!.details).toMatch(/; changed=role$/);
  });

  it('changes nothing when it is repeated', async () => {
    await call('PUT', 'ola', body('auditor'));
    const before = await events();
    expect((await call('PUT', 'ola', body('auditor'))).status).toBe(200);
    await call('DELETE', 'ola');
    expect((await call('DELETE', 'ola')).status).toBe(200);
    expect((await events()) - before).toBe(1);
  });

  it('is refused where it is none, or there is no such user', async () => {
    const unknown = (sent: string) =>
      badArgument(
        `Invalid value for role: ${sent}`,
        `${ROOT}${role('ola')}`,
        'one of help-desk, moderator, auditor',
      );
    expectError(await call('PUT', 'ola', body('boss')), form, unknown('boss'));
    expectError(await call('PUT', 'ola', body('administrator')), form, unknown('administrator'));
    for (const [method, sent] of [['GET'], ['PUT', body('auditor')], ['DELETE']] as const) {
      expectError(await call(method, 'ghost', sent), form, noUser('ghost'));
      expectError(await call(method, 'a%20b', sent), form, noUser('a b'));
    }
  });
});

describe('who may give a role', () => {
  it('has admins:write, and every scope of it and of the one before', async () => {
    const all = await makeKey(api, ['admins:write', ...HELP_DESK]);
    const less = await makeKey(api, ['admins:write', '*:read']);
    const users = await makeKey(api, ['users:read', 'users:write', ...HELP_DESK]);
    for (const [method, sent] of [['GET'], ['PUT', { role: 'help-desk' }], ['DELETE']] as const) {
      expectError(
        await sendJson(api, method, role('ola'), sent, users.bearer),
        'json',
        needed('admins:write', role('ola')),
      );
    }
    const refused = needed('users:write', role('ola'));
    const put = () => sendJson(api, 'PUT', role('ola'), { role: 'help-desk' }, less.bearer);
    expectError(await put(), 'json', refused);
    expect(await give('ola', 'auditor', less.bearer)).toBe(200);
    expect(await give('ola', 'help-desk', all.bearer)).toBe(403);
    await sendJson(api, 'DELETE', role('ola'), undefined, less.bearer);
    expect(await give('ola', 'help-desk', all.bearer)).toBe(200);
    expectError(
      await sendJson(api, 'DELETE', role('ola'), undefined, less.bearer),
      'json',
      refused,
    );
    expectError(
      await sendJson(api, 'PUT', role('ola'), { role: 'auditor' }, less.bearer),
      'json',
      refused,
    );
    const read = await sendJson(api, 'GET', role('ola'), undefined, less.bearer);
    expect(read.text).toBe('{"role":"help-desk"}');
  });
});

describe('lists of users', () => {
  it('show and find roles, to those who may give them', async () => {
    await give('zoe', 'auditor');
    await give('ola', 'help-desk');
    const list = async (query: string, by?: string) =>
      JSON.parse((await sendJson(api, 'GET', `/users${query}`, undefined, by)).text) as unknown;
    expect(await list('?fields=username,role&limit=9')).toEqual({
      users: [
        { username: 'boss' },
        { username: 'ola', role: 'help-desk' },
        { username: 'zoe', role: 'auditor' },
      ],
    });
    expect(await list('?fields=username&role=auditor')).toEqual({ users: [{ username: 'zoe' }] });
    expect(await list('/zoe?fields=role')).toEqual({ role: 'auditor' });
    const reader = await makeKey(api, ['users:read']);
    expect(await list('?fields=username,role&limit=1&after=', reader.bearer)).toMatchObject({});
    expect(await list('/zoe?fields=username,role', reader.bearer)).toEqual({ username: 'zoe' });
    expectError(
      await sendJson(api, 'GET', '/users?role=auditor', undefined, reader.bearer),
      'json',
      needed('admins:write', '/users'),
    );
    expectError(
      await sendJson(api, 'GET', '/users?role=boss'),
      'json',
      badArgument(
        'Invalid value for parameter role: boss',
        `${ROOT}/users`,
        'one of help-desk, moderator, auditor, administrator',
      ),
    );
  });
});

describe('the login of an account with a role', () => {
  let desk: string;
  beforeEach(async () => {
    await give('zoe', 'auditor');
    desk = (await makeKey(api, HELP_DESK)).bearer;
  });

  it.each<[string, string, string, unknown]>([
    ['gets a password', 'PUT', '/users/zoe', { password: 'n3w' }],
    ['gets a password by a patch', 'PATCH', '/users/zoe', { password: 'n3w' }],
    ['is renamed', 'PUT', '/users/zoe', { username: 'mia' }],
    ['is renamed by a patch', 'PATCH', '/users/ZOE', { username: 'mia' }],
    ['gives its name away', 'PUT', '/users/ola', { username: 'zoe' }],
    ['is deleted', 'DELETE', '/users/zoe', undefined],
    ['is locked', 'POST', '/lockouts/zoe', undefined],
    ['is locked for a time', 'PUT', '/lockouts/Zoe', { reason: 'x' }],
    ['is unlocked', 'DELETE', '/lockouts/zoe@example.org', undefined],
  ])('%s by those alone who may give roles', async (_what, method, path, body) => {
    const reply = await sendJson(api, method, path, body, desk);
    expect([reply.status, reply.text]).toEqual([
      403,
      expect.stringContaining('The scope admins:write is needed'),
    ]);
    const strong = await makeKey(api, [...HELP_DESK, 'admins:write']);
    const done = await sendJson(api, method, path, body, strong.bearer);
    const isTaken = path === '/users/ola';
    expect(isTaken ? [409] : [200, 201]).toContain(done.status);
  });

  it('is left alone by jobs of others, which may change the rest', async () => {
    const table = 'username,password,name,action\nzoe,n3w,,\nzoe,,Zoe,\nzoe,,,remove\nola,n3w,,';
    const users = await doJob(api, 'type=users&onExisting=update', table, { authorization: desk });
    const refused = 'The scope admins:write is needed';
    expect(users.results).toEqual([
      ['/users/zoe', 'failed', refused],
      ['/users/zoe', 'updated'],
      ['/users/zoe', 'failed', refused],
      ['/users/ola', 'updated'],
    ]);
    const lockouts = await doJob(api, 'type=lockouts', 'username\nzoe\nola', {
      authorization: desk,
    });
    expect(lockouts.results).toEqual([
      ['/lockouts/zoe', 'failed', refused],
      ['/lockouts/ola', 'created'],
    ]);
  });
});

describe('jobs of users', () => {
  it('give roles, and take them away by null; an empty cell keeps what is', async () => {
    await give('zoe', 'moderator');
    const table = 'username,password,role\nmia,p1,help-desk\nola,,auditor\nzoe,,\nboss,,king';
    const { results } = await doJob(api, 'type=users&onExisting=update', table);
    expect(results).toEqual([
      ['/users/mia', 'created'],
      ['/users/ola', 'updated'],
      ['/users/zoe', 'unchanged'],
      ['/users/boss', 'failed', 'Invalid value for role: king'],
    ]);
    const { roles } = { roles: 'select username, role from account_role order by 1' };
    expect((await api.database.sql(roles)).map((row) => Object.values(row).join(' '))).toEqual([
      'mia help-desk',
      'ola auditor',
      'zoe moderator',
    ]);
    const lines = '{"username":"zoe","role":null}\n{"username":"ola","role":"auditor"}';
    const settings = { contentType: 'application/x-ndjson' };
    const second = await doJob(api, 'type=users&onExisting=update', lines, settings);
    expect(second.results).toEqual([
      ['/users/zoe', 'updated'],
      ['/users/ola', 'unchanged'],
    ]);
    expect(await api.database.sql(roles)).toHaveLength(2);
  });

  it('do so for those alone who may', async () => {
    const desk = await makeKey(api, HELP_DESK);
    const reply = await api.send('POST', '/jobs?type=users', {
      headers: { Accept: 'application/json', 'Content-Type': 'text/csv' },
      body: 'username,password,role\nmia,p1,help-desk',
      authorization: desk.bearer,
    });
    expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('admins:write')]);
    const line = '{"username":"mia","password":"p1","role":"help-desk"}';
    const { results } = await doJob(api, 'type=users', line, {
      contentType: 'application/x-ndjson',
      authorization: desk.bearer,
    });
    expect(results).toEqual([['/users/mia', 'failed', 'The scope admins:write is needed']]);
    const some = await makeKey(api, ['admins:write', 'users:write', 'jobs:write']);
    const lacking = await doJob(api, 'type=users', line, {
      contentType: 'application/x-ndjson',
      authorization: some.bearer,
    });
    expect(lacking.results).toEqual([['/users/mia', 'failed', 'The scope users:read is needed']]);
    expect(await api.database.sql(`select from account where username = 'mia'`)).toEqual([]);
  });
});

it('the names of a role-holder are forgotten with the account', async () => {
  await give('ola', 'auditor');
  await sendJson(api, 'DELETE', '/users/ola');
  await createUsers(api, 'ola');
  expectError(await sendJson(api, 'GET', role('ola')), 'json', noRole);
});

describe('administrators', () => {
  const path = (user: string) => `/users/${user}/administrator`;
  const named = async () => {
    const [row] = await api.database.sql(
      `select value from system_property where key = '${ADMINS}'`,
    );
    return row!['value'];
  };

  it.each(forms)('are made, listed and unmade by who may do everything, in %s', async (form) => {
    const call = (method: string, user: string) =>
      api.send(method, path(user), { headers: { Accept: `application/${form}` } });
    for (const user of ['ola', 'OLA'])
      expect(await call('PUT', user)).toMatchObject({ status: 200, text: '' });
    expect(await named()).toBe('boss@example.org,ola@example.org');
    const listed = await sendJson(api, 'GET', '/users?role=administrator&fields=username&limit=10');
    expect(JSON.parse(listed.text)).toEqual({ users: [{ username: 'boss' }, { username: 'ola' }] });
    const chosen = '/users?role=administrator&username=zoe%20Ola&fields=username';
    expect(JSON.parse((await sendJson(api, 'GET', chosen)).text)).toEqual({
      users: [{ username: 'ola' }],
    });
    expectError(
      await call('PUT', 'ghost'),
      form,
      refusal(404, 'UserNotFoundException')('Could not get user', 'ghost'),
    );
    expect(await call('DELETE', 'ola')).toMatchObject({ status: 200, text: '' });
    expectError(
      await call('DELETE', 'ola'),
      form,
      refusal(404, 'UserNotFoundException')('Could not find administrator', 'ola'),
    );
    expect(await named()).toBe('boss@example.org');
    expect((await api.audited()).map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['PUT administrator ola', 'DELETE administrator ola']),
    );
  });

  it('are none whose account is being deleted', async () => {
    const holder = new pg.Client({ connectionString: api.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`delete from account where username = 'ola'`);
    const answer = sendJson(api, 'PUT', path('ola'));
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await api.database.sql(waits)).length === 0);
    await holder.query('commit');
    await holder.end();
    expectError(
      await answer,
      'json',
      refusal(404, 'UserNotFoundException')('Could not get user', 'ola'),
    );
    expect(await named()).toBe('boss@example.org');
  });

  it('are made by nobody who lacks a right, and tried without effect', async () => {
    const { bearer } = await makeKey(api, ['admins:write', 'users:write', 'users:read']);
    for (const method of ['PUT', 'DELETE'])
      expectError(
        await sendJson(api, method, path('ola'), undefined, bearer),
        'json',
        needed('*', path('ola')),
      );
    const tried = await sendJson(api, 'PUT', `${path('ola')}?dryRun=true`);
    expect(tried.status).toBe(200);
    expect(await named()).toBe('boss@example.org');
  });

  it('do not unmake themselves, or the last one, at a console', async () => {
    const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const signedIn = async (authorization: string | null, body?: object) => {
      const reply = await api.send('POST', '/session', { headers: json, body, authorization });
      const { csrfToken } = JSON.parse(reply.text) as { csrfToken: string };
      const Cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
      return { ...json, Cookie, 'X-CSRF-Token': csrfToken };
    };
    const boss = await signedIn(null, { username: 'boss', password: PASSWORD });
    const by = (headers: Readonly<Record<string, string>>, method: string, user: string) =>
      api.send(method, path(user), { headers, authorization: null });
    const denied = refusal(409, 'NotAllowedException');
    expectError(
      await by(boss, 'DELETE', 'boss'),
      'json',
      denied('You cannot do this to yourself', 'boss'),
    );
    expect((await by(boss, 'PUT', 'ola')).status).toBe(200);
    expect((await by(boss, 'DELETE', 'ola')).status).toBe(200);
    const secret = await signedIn('sesame-sesame');
    expectError(
      await by(secret, 'DELETE', 'boss'),
      'json',
      denied('This is the last administrator', 'boss'),
    );
    expect((await sendJson(api, 'DELETE', path('boss'))).status).toBe(200);
    expect(await named()).toBe('-');
    expect((await api.audited()).map(({ details }) => details).join('\n')).toContain(
      'lastAdministrator=true',
    );
  });
});
