import { until } from '@chat-admin/debian-programs/until';
import {
  doJob,
  finished,
  forgetJobs,
  jobIn,
  readJob,
  resultsOf,
  uploadJob,
} from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { createUsers, PASSWORD, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const ADMINS = 'admin.authorizedJIDs';
const SCHEME = 'plugin.restapi.httpAuth';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'ann', 'bea', 'ola');
  await api.setProperty(ADMINS, 'ann@example.org,bea@example.org');
});
afterEach(() => api.setProperty(SCHEME, 'secret'));

/** The headers of a request with the cookie of a session. */
async function signedIn(body: object | undefined, authorization: string | null) {
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const reply = await api.send('POST', '/session', { headers: json, body, authorization });
  const { csrfToken } = JSON.parse(reply.text) as { csrfToken: string };
  const Cookie = reply.headers['set-cookie']![0]!.split(';')[0]!;
  return { Cookie, 'X-CSRF-Token': csrfToken };
}

/** The results of a job that is uploaded with such a cookie. */
async function doneAtConsole(headers: Record<string, string>, query: string, table: string) {
  const reply = await api.send('POST', `/jobs?${query}`, {
    authorization: null,
    headers: { Accept: 'application/json', 'Content-Type': 'text/csv', ...headers },
    body: table,
  });
  expect(reply.status).toBe(202);
  return resultsOf(api, (await finished(api, jobIn(reply).id)).id);
}

it('at a console nobody ends their own login, or that of the last administrator', async () => {
  const ann = await signedIn({ username: 'ann', password: PASSWORD }, null);
  const own = 'You cannot do this to yourself';
  const lockouts = await doneAtConsole(ann, 'type=lockouts', 'username\nAnn\nola\nghost');
  expect(lockouts).toEqual([
    ['/lockouts/ann', 'failed', own],
    ['/lockouts/ola', 'created'],
    ['/lockouts/ghost', 'failed', 'Could not get user'],
  ]);
  const removals = 'username,action\nann,remove\nola,remove';
  expect(await doneAtConsole(ann, 'type=users', removals)).toEqual([
    ['/users/ann', 'failed', own],
    ['/users/ola', 'removed'],
  ]);
  const secret = await signedIn(undefined, 'sesame-sesame');
  expect(await doneAtConsole(secret, 'type=lockouts', 'username\nbea\nann')).toEqual([
    ['/lockouts/bea', 'created'],
    ['/lockouts/ann', 'failed', 'This is the last administrator'],
  ]);
  const { results } = await doJob(api, 'type=lockouts', 'username\nann');
  expect(results).toEqual([['/lockouts/ann', 'created']]);
});

it.each<[string, () => Promise<unknown>]>([
  ['is no administrator any more', () => api.setProperty(ADMINS, 'bea@example.org')],
  ['is locked', () => api.database.sql(`insert into lockout (username) values ('ann')`)],
  ['has gone', () => api.database.sql(`delete from account where username = 'ann'`)],
])('the rights of a job end when the account of its maker %s', async (_, end) => {
  await api.setProperty(SCHEME, 'basic');
  const names = Array.from({ length: 20_000 }, (_name, index) => `g${index}`);
  const authorization = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
  const reply = await uploadJob(api, 'type=groups', `name\n${names.join('\n')}`, { authorization });
  expect(reply.status).toBe(202);
  await end();
  await api.setProperty(SCHEME, 'secret');
  const { id } = jobIn(reply);
  const job = await finished(api, id);
  expect(job).toMatchObject({ status: 'failed', message: 'The rights of ann have ended' });
  expect(Number(job['processed'])).toBeLessThan(20_000);
  expect(await readJob(api, id)).toEqual(job);
  expect(await api.database.sql('select from job_batch')).toEqual([]);
});

it.each<[string, (key: string) => Promise<unknown>]>([
  ['is revoked', (key) => api.send('DELETE', `/keys/${key}`)],
  [
    'expires',
    (key) => api.database.sql(`update api_key set expires_at = now() where id = '${key}'`),
  ],
])('a job ends when the key of its maker %s', async (_, end) => {
  const key = await makeKey(api, ['jobs:read', 'jobs:write', 'groups:write']);
  const names = Array.from({ length: 20_000 }, (_name, index) => `g${index}`);
  const authorization = key.bearer;
  const reply = await uploadJob(api, 'type=groups', `name\n${names.join('\n')}`, { authorization });
  expect(reply.status).toBe(202);
  await end(key.id);
  const job = await finished(api, jobIn(reply).id);
  const message = `The rights of key:${key.name} have ended`;
  expect(job).toMatchObject({ status: 'failed', message });
  expect(Number(job['processed'])).toBeLessThan(20_000);
  expect(await api.database.sql('select from job_batch')).toEqual([]);
});

it('the passwords of a job are of the account of its maker, not of who has its name later', async () => {
  await api.setProperty(SCHEME, 'basic');
  const as = (username: string) =>
    `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
  const authorization = as('bea');
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const query = 'type=users&generatePasswords=true';
  const { id } = jobIn(await uploadJob(api, query, 'username\nnew', { authorization: as('ann') }));
  await until('the job is done', async () => {
    return (
      jobIn(await api.send('GET', `/jobs/${id}`, { headers, authorization })).status === 'done'
    );
  });
  const rename = async (from: string, to: string) => {
    const body = { username: to };
    const { status } = await api.send('PUT', `/users/${from}`, { headers, body, authorization });
    expect(status).toBe(200);
  };
  await rename('ann', 'cai');
  await rename('ola', 'ann');
  await api.setProperty(ADMINS, 'ann@example.org,cai@example.org');
  const fetched = (username: string) =>
    api.send('POST', `/jobs/${id}/passwords`, {
      headers: { Accept: 'text/csv' },
      authorization: as(username),
    });
  expect((await fetched('ann')).status).toBe(403);
  expect((await fetched('cai')).status).toBe(200);
});

it('entries of what a key has ordered name the key', async () => {
  const { id, bearer } = await makeKey(api, ['*']);
  const { job } = await doJob(api, 'type=lockouts', 'username\nola', { authorization: bearer });
  const entries = await api.audited();
  expect(entries.find(({ summary }) => summary === `JOB lockouts ${job.id}`)).toMatchObject({
    details: `object=/jobs/${job.id}; outcome=200; key=${id}; source=job; users=ola; action=add`,
  });
});

it('who accepts no table gets no passwords, whatever the job is: Accept is looked at first', async () => {
  for (const id of ['1', 'x']) {
    const reply = await api.call('POST', `/jobs/${id}/passwords`, 'json');
    expect(reply.status).toBe(406);
  }
});

describe('jobs of passwords', () => {
  const generating = 'type=passwords&generatePasswords=true';
  const needed = 'The scope admins:write is needed';
  const signsIn = async (username: string, password: string) => {
    await api.setProperty(SCHEME, 'basic');
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const { status } = await api.send('GET', '/session', { authorization });
    await api.setProperty(SCHEME, 'secret');
    return status === 200;
  };
  const fetched = async (id: string) =>
    (await api.send('POST', `/jobs/${id}/passwords`, { headers: { Accept: 'text/csv' } })).text;

  it('generate one for each who has none in the line, which replaces the former', async () => {
    const { job, results } = await doJob(
      api,
      generating,
      'username,password\nann,\nBea@example.org,p2-secret\nghost,\nann,\n"bad name",',
    );
    expect(results).toEqual([
      ['/users/ann', 'updated'],
      ['/users/bea', 'updated'],
      ['/users/ghost', 'failed', 'Could not get user'],
      ['/users/ann', 'updated'],
      ['/users/bad%20name', 'failed', 'Could not get user'],
    ]);
    expect(job).toMatchObject({ passwords: true, succeeded: 3, failed: 2 });
    const [, password, again] = /^username,password\r\nann,([a-z2-9]{16})\r\nann,(.{16})\r\n$/.exec(
      await fetched(job.id),
    )!;
    expect(again).toBe(password);
    expect(await signsIn('ann', password!)).toBe(true);
    expect(await signsIn('ann', PASSWORD)).toBe(false);
    expect(await signsIn('bea', 'p2-secret')).toBe(true);
    const told = await api.database.sql('select details, summary from audit_entry');
    expect(JSON.stringify(told)).not.toContain(password);
    const entries = await api.audited();
    expect(entries.find(({ summary }) => summary === `JOB passwords ${job.id}`)).toMatchObject({
      details: expect.stringContaining('users=ann,bea,ghost') as string,
    });
  });

  it('without a password, and none generated, fail line by line, and a dry run changes nothing', async () => {
    const { results } = await doJob(
      api,
      'type=passwords',
      'username,password\nann,\nola,p2-secret',
    );
    expect(results).toEqual([
      ['/users/ann', 'failed', 'Invalid value for password: '],
      ['/users/ola', 'updated'],
    ]);
    const { job, results: tried } = await doJob(
      api,
      `${generating}&dryRun=true`,
      'username\nann\nghost',
    );
    expect(tried.map(([, outcome]) => outcome)).toEqual(['updated', 'failed']);
    expect(job).toMatchObject({ passwords: false });
    expect(await signsIn('ann', PASSWORD)).toBe(true);
  });

  it('keep logins of administrators and of those with a role for who makes administrators', async () => {
    const role = await api.call('PUT', '/users/ola/role', 'json', { role: 'auditor' });
    expect(role.status).toBe(200);
    await createUsers(api, 'zoe');
    const key = await makeKey(api, ['jobs:read', 'jobs:write', 'users:write', 'users:read']);
    const { results } = await doJob(api, generating, 'username\nann\nola\nzoe', {
      authorization: key.bearer,
    });
    expect(results).toEqual([
      ['/users/ann', 'failed', needed],
      ['/users/ola', 'failed', needed],
      ['/users/zoe', 'updated'],
    ]);
    const reader = await makeKey(api, ['jobs:read', 'jobs:write', 'users:read']);
    const refused = await uploadJob(api, generating, 'username\nzoe', {
      authorization: reader.bearer,
    });
    expect(refused.status).toBe(403);
  });

  it('generate none for their maker, who could not fetch it, and end no session of the maker', async () => {
    const ann = await signedIn({ username: 'ann', password: PASSWORD }, null);
    expect(await doneAtConsole(ann, generating, 'username\nann\nola')).toEqual([
      ['/users/ann', 'failed', 'You cannot do this to yourself'],
      ['/users/ola', 'updated'],
    ]);
    const me = await api.send('GET', '/session', { authorization: null, headers: ann });
    expect(me.status).toBe(200);
  });
});
