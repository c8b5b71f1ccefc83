import { doJob } from '../support/jobs.js';
import { listTester } from '../support/pages.js';
import { startOver } from '../support/people.js';
import { errorText, forms, TestApi } from '../support/test-api.js';

/** Contract: extensions E1.2 `concerns` */
let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  for (const username of ['ola', 'zoe']) {
    await api.call('POST', '/users', 'json', { username, password: 'p1-secret' });
  }
  await api.audited();
});

const list = listTester({
  ...{ api: () => api, path: '/logs/security', member: 'logs' },
  read: ({ summary }: { readonly summary: string }) => summary,
});
const about = (name: string) => list.find(`?concerns=${name}&limit=1000`);
const call = async (method: string, path: string, body?: object) => {
  const { status } = await api.call(method, path, 'json', body);
  return status;
};

it('finds people as object, locked, in lists, invited, refused, and in dry runs', async () => {
  await call('POST', '/lockouts/ola');
  await call('DELETE', '/lockouts/ola');
  await call('POST', '/groups', { name: 'crew', members: ['ola', 'zoe'] });
  await call('POST', '/chatrooms', { roomName: 'den', owners: ['ola'] });
  await call('POST', '/chatrooms/den/members/ola');
  await call('POST', '/chatrooms/den/invite', { reason: 'Tea', jidsToInvite: ['crew'] });
  await call('POST', '/users/ola/roster', { jid: 'zoe@example.org' });
  await call('DELETE', '/users/ola?heir=nobody@example.org');
  await api.send('DELETE', '/users/zoe?dryRun=true');
  const summaries = await about('ola');
  expect(summaries).toEqual([
    'DELETE user ola',
    'POST roster ola/zoe@example.org',
    'POST room invitations conference/den',
    'POST room members conference/den/ola',
    'POST room conference/den',
    'POST group crew',
    'DELETE lockout ola',
    'POST lockout ola',
  ]);
  expect(await about('zoe')).toEqual([
    'DELETE user zoe',
    'POST roster ola/zoe@example.org',
    'POST room invitations conference/den',
    'POST group crew',
  ]);
  for (const spelling of ['Zoe', 'zoe@example.org', 'ZOE@Example.org/x']) {
    expect(await about(spelling)).toEqual(await about('zoe'));
  }
  expect(await about('zoe@elsewhere.test')).toEqual([]);
});

it('finds who is in the lines of a job, beyond those that the entry names', async () => {
  const lines = Array.from({ length: 80 }, (_, n) => `crew,u${n}`);
  await doJob(api, 'type=memberships', ['group,jid', ...lines, 'crew,ola'].join('\n'));
  const [first] = await about('ola');
  expect(first).toMatch(/^JOB memberships /);
  expect(await about('zoe')).toEqual([]);
});

it.each([
  ['PUT', '/users/ola%40example.org%2Fx/role', { role: 'auditor' }],
  ['DELETE', '/sessions/ola%40example.org%2Fphone', undefined],
])('finds people by other spellings of a path: %s %s', async (method, path, body) => {
  await call(method, path, body);
  expect(await about('ola')).toEqual([expect.stringMatching(`^${method} .* ola`)]);
});

it('finds all of a bulk request, refused too, but of a dry run those alone whom it names', async () => {
  const some = Array.from({ length: 60 }, (_, n) => ({ username: `U${n}`, password: 'p1-secret' }));
  const users = [...some, { username: 'ola', password: 'p1-secret' }];
  const summary = 'POST users u0, u1 and 59 more';
  await call('POST', '/users?dryRun=true', { users });
  expect([await about('u0'), await about('u59')]).toEqual([[summary], []]);
  await call('POST', '/users', { users });
  expect([await about('u0'), await about('u59')]).toEqual([[summary, summary], [summary]]);
});

it('notes no more of a small request than it names, and of a large one 10,000', async () => {
  await api.database.sql(`insert into user_group (name, shared) values ('all', false)`);
  await api.database.sql(`
    insert into group_member (group_name, jid, is_admin)
    select 'all', 'm' || n || '@example.org', false from generate_series(1, 10050) n`);
  await call('POST', '/chatrooms', { roomName: 'den', owners: ['zoe'] });
  const sent = { reason: 'Tea', jidsToInvite: ['all'] };
  const noted = async () =>
    (
      await api.database.sql('select count(*)::int as n from audit_concern where username ~ $1', [
        '^m[0-9]',
      ])
    )[0]!['n'];
  expect(await call('POST', '/chatrooms/den/invite?dryRun=true', sent)).toBe(200);
  expect(await noted()).toBe(0);
  expect(await call('POST', '/chatrooms/den/invite', sent)).toBe(200);
  expect(await noted()).toBe(10_000);
});

it('follows renames', async () => {
  await call('PUT', '/lockouts/ola');
  await call('PUT', '/users/ola', { username: 'amy' });
  await call('POST', '/users', { username: 'ola', password: 'p1-secret' });
  await call('POST', '/lockouts/amy');
  expect(await about('amy')).toEqual(['POST lockout amy', 'PUT user ola', 'PUT lockout ola']);
  expect(await about('ola')).toEqual(['POST user ola', 'PUT user ola', 'PUT lockout ola']);
});

it('tells changes from attempts, dry runs and sign-ins', async () => {
  await call('PUT', '/users/ola', { name: 'Ola' });
  await call('PUT', '/users/nobody', { name: 'Ola' });
  await call('POST', '/users/nobody/groups', { groupname: ['a'] });
  await api.send('DELETE', '/users/zoe?dryRun=true');
  await api.send('DELETE', '/session');
  const [changes, others] = [
    await list.find('?changes=true&limit=9'),
    await list.find('?changes=FALSE'),
  ];
  expect(changes).toEqual(['PUT user ola']);
  expect(others.slice(0, 2)).toEqual(['DELETE session', 'DELETE user zoe']);
  expect(await list.find('?concerns=zoe&changes=false&limit=9')).toEqual(['DELETE user zoe']);
  expect(await list.find('?concerns=ola&changes=true&limit=9')).toEqual(['PUT user ola']);
  expect(await list.find('?concerns=zoe&changes=true&limit=9')).toEqual([]);
  expect((await list.find('?changes=&limit=9')).length).toBeGreaterThan(changes.length);
  const { status, text } = await list.get('?changes=maybe');
  expect([status, text]).toEqual([400, expect.stringContaining('parameter changes: maybe')]);
});

it('has pages, and nothing for nobody', async () => {
  for (let n = 0; n < 5; n += 1) await call('POST', '/lockouts/ola');
  const pages = await list.walk('?concerns=ola&limit=2');
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(await about('')).toEqual([]);
  expect(await about('nobody')).toEqual([]);
  expect(await about('a%20b')).toEqual([]);
  const { headers } = await list.get('?concerns=ola&limit=1');
  const cursor = /after=([^>&]*)/.exec(String(headers['link']))![1]!;
  expect((await list.get(`?concerns=ola&after=${cursor}`)).status).toBe(200);
  expect((await list.get(`?concerns=zoe&after=${cursor}`)).status).toBe(400);
});

it.each(forms)('is refused without a page as %s', async (form) => {
  const reply = await api.call('GET', '/logs/security?concerns=ola', form);
  expect([reply.status, reply.text]).toEqual([
    400,
    errorText(
      form,
      'IllegalArgumentException',
      'Invalid value for parameter concerns: ola',
      '/plugins/restapi/v1/logs/security',
    ),
  ]);
});
