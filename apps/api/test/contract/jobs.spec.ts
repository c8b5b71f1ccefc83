import { doJob, finished, forgetJobs, jobIn, resultsOf, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await api.audited();
});

const read = async (path: string) =>
  JSON.parse((await api.call('GET', path, 'json')).text) as Record<string, unknown>;
const NDJSON = { contentType: 'application/x-ndjson' };
const noPassword = 'Could not create new user, because password is null';

describe('a job', () => {
  it('does the lines of a table of Windows', async () => {
    const table =
      '\ufeffusername;password;Name;property:desk;groups\r\n' +
      'Ola;p1-secret;"Ola; N";4B;Crew|A\\|B\r\n\r\nzoe;;;;\r\n';
    const { job, results } = await doJob(api, 'type=users', table);
    expect(results).toEqual([
      ['/users/ola', 'created'],
      ['/users/zoe', 'failed', noPassword],
    ]);
    expect(job).toMatchObject({
      ...{ type: 'users', status: 'done', dryRun: false, onExisting: 'fail', createdBy: 'secret' },
      ...{ lines: 2, processed: 2, succeeded: 1, unchanged: 0, failed: 1, passwords: false },
    });
    expect(Object.keys(job).slice(0, 10)).toEqual([
      ...['id', 'type', 'status', 'dryRun', 'onExisting', 'created', 'createdBy'],
      ...['started', 'finished', 'lines'],
    ]);
    expect(await read('/users/ola')).toMatchObject({
      name: 'Ola; N',
      properties: [{ key: 'desk', value: '4B' }],
    });
    expect(await read('/users/ola/groups')).toEqual({ groupnames: ['A|B', 'Crew'] });
    const kept = await api.database.sql('select * from job_batch');
    expect(kept).toEqual([]);
  });

  it('does what it can: 5 bad lines of 1,000', async () => {
    const bad = new Set([7, 100, 101, 500, 1000]);
    const names = Array.from({ length: 1000 }, (_, index) => `crew ${index + 1}`);
    const lines = names.map((name, index) => (bad.has(index + 1) ? '""' : name));
    const { job, results } = await doJob(api, 'type=groups', `name\n${lines.join('\n')}`);
    expect(job).toMatchObject({ status: 'done', lines: 1000, succeeded: 995, failed: 5 });
    results.forEach(([object, outcome], index) => {
      const expected = bad.has(index + 1)
        ? [undefined, 'failed']
        : [`/groups/crew%20${index + 1}`, 'created'];
      expect([object, outcome]).toEqual(expected);
    });
    const [{ count }] = (await api.database.sql('select count(*)::int from user_group')) as [
      { count: number },
    ];
    expect(count).toBe(995);
  });

  it('leaves one audit entry per batch, with the names, and one of the upload', async () => {
    const lines = Array.from({ length: 101 }, (_, index) => `g${index + 1}`);
    const { job } = await doJob(api, 'type=groups', `name\n${lines.join('\n')}`);
    const entries = await api.audited();
    expect(entries.map(({ username, summary }) => [username, summary])).toEqual([
      ['secret', `POST job ${job.id}`],
      ['secret', `JOB groups ${job.id}`],
      ['secret', `JOB groups ${job.id}`],
    ]);
    expect(entries[1]!.details).toMatch(
      new RegExp(
        `^object=/jobs/${job.id}; outcome=200; source=job; groups=g1,g2,.*,\\+50; action=add$`,
      ),
    );
    expect(entries[2]!.details).toBe(
      `object=/jobs/${job.id}; outcome=200; source=job; groups=g101; action=add`,
    );
  });

  it('reads NDJSON, and names members that it does not know', async () => {
    const lines = [
      {
        username: 'ola',
        password: 'p1-secret',
        properties: { desk: '4B', gone: null },
        groups: ['Crew'],
      },
      { username: 'zoe', password: 'p1-secret', nope: 1 },
      { username: 'bo', password: 'p1-secret', properties: [{ key: 'a', value: 'b' }] },
      { username: 'cy', password: ['x'] },
      { username: 'cy', action: 'fly' },
    ];
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n[1]\n\n`;
    const { results } = await doJob(api, 'type=users', body, NDJSON);
    expect(results).toEqual([
      ['/users/ola', 'created'],
      [undefined, 'failed', 'Unknown member: nope'],
      ['/users/bo', 'created'],
      [undefined, 'failed', 'Invalid value for password'],
      [undefined, 'failed', 'Invalid value for action: fly'],
      [undefined, 'failed', 'Could not read the line: it is no JSON object'],
    ]);
    expect(await read('/users/ola')).toMatchObject({ properties: [{ key: 'desk', value: '4B' }] });
  });

  it.each([
    ['json', JSON.stringify({ users: [{ username: 'ola', password: 'p1' }, { username: 'zoe' }] })],
    [
      'xml',
      '<users><user><username>ola</username><password>p1</password></user><user><username>zoe</username></user></users>',
    ],
  ])('takes the document of users in %s', async (form, body) => {
    const contentType = `application/${form}`;
    const { results } = await doJob(api, 'type=users', body, { contentType });
    expect(results).toEqual([
      ['/users/ola', 'created'],
      ['/users/zoe', 'failed', noPassword],
    ]);
  });

  it('takes the document of groups', async () => {
    const body = JSON.stringify({ groups: [{ name: 'Crew', description: 'Night', shared: true }] });
    const { results } = await doJob(api, 'type=groups', body, { contentType: 'application/json' });
    expect(results).toEqual([['/groups/Crew', 'created']]);
    expect(await read('/groups/Crew')).toMatchObject({ description: 'Night', shared: true });
  });
});

describe('lines of users', () => {
  const before =
    'username,password,name,email,groups,property:a,property:b\nola,p1-secret,Ola,o@x,Crew,1,2';

  it.each([
    ['fail', 'failed', 'Could not create new user'],
    ['skip', 'unchanged', undefined],
  ])('with onExisting=%s: %s', async (onExisting, outcome, message) => {
    await doJob(api, 'type=users', before);
    const { results } = await doJob(
      api,
      `type=users&onExisting=${onExisting}`,
      'username,password,name\nOla,x,Other\nola,,',
    );
    const [first] = results;
    expect(first!.slice(0, 2)).toEqual(['/users/ola', outcome]);
    if (message === undefined) expect(results[1]).toEqual(['/users/ola', 'unchanged']);
    else expect(first![2]).toContain(message);
    expect(await read('/users/ola')).toMatchObject({ name: 'Ola' });
  });

  it('with onExisting=update are merged as by PATCH; groups are added', async () => {
    await doJob(api, 'type=users', before);
    const { job, results } = await doJob(
      api,
      'type=users&onExisting=update',
      'username,name,email,groups,property:b\nola,,new@x,Night,3\nola,,new@x,Night,3\nzoe,Zoe,,,',
    );
    expect(results).toEqual([
      ['/users/ola', 'updated'],
      ['/users/ola', 'unchanged'],
      ['/users/zoe', 'failed', noPassword],
    ]);
    expect(job).toMatchObject({ succeeded: 1, unchanged: 1, failed: 1 });
    expect(await read('/users/ola')).toMatchObject({
      ...{ name: 'Ola', email: 'new@x' },
      properties: [
        { key: 'a', value: '1' },
        { key: 'b', value: '3' },
      ],
    });
    expect(await read('/users/ola/groups')).toEqual({ groupnames: ['Crew', 'Night'] });
  });

  it('remove users', async () => {
    await doJob(api, 'type=users', before);
    const { results } = await doJob(api, 'type=users', 'username,action\nola,remove\nola,remove');
    expect(results.map((one) => one.slice(0, 2))).toEqual([
      ['/users/ola', 'removed'],
      ['/users/ola', 'failed'],
    ]);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(404);
  });

  it('that fail are undone alone, with what they have done before', async () => {
    const long = 'x'.repeat(300);
    const { results } = await doJob(
      api,
      'type=users',
      `username,password,groups\nola,p1-secret,Crew|${long}\nzoe,p1-secret,Night`,
    );
    expect(results.map(([, outcome]) => outcome)).toEqual(['failed', 'created']);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(404);
    expect((await api.call('GET', '/groups/Crew', 'json')).status).toBe(404);
    expect(await read('/users/zoe/groups')).toEqual({ groupnames: ['Night'] });
  });
});

describe('lines of groups and memberships', () => {
  it('create, change and remove groups', async () => {
    await doJob(api, 'type=groups', 'name,description,shared\nCrew,Night,true');
    const { results } = await doJob(
      api,
      'type=groups&onExisting=update',
      'name,description,shared,action\nCrew,Day,,\nCrew,Day,,\nNew,,maybe,\nOld,,,remove\nCrew,,,remove',
    );
    expect(results).toEqual([
      ['/groups/Crew', 'updated'],
      ['/groups/Crew', 'unchanged'],
      [undefined, 'failed', 'Invalid value for shared: maybe'],
      ['/groups/Old', 'failed', 'Could not find group'],
      ['/groups/Crew', 'removed'],
    ]);
  });

  it('add people to groups, and remove them', async () => {
    await doJob(api, 'type=groups', 'name\nCrew');
    const { results } = await doJob(
      api,
      'type=memberships',
      'group,jid,role,action\nCrew,ola,,\nCrew,ola,,\nCrew,ola@example.org,admin,\nCrew,a@b@c,,\nNone,ola,,\nCrew,zoe,boss,\nCrew,ola,,remove',
    );
    expect(results.map((one) => one.slice(0, 2))).toEqual([
      ['/groups/Crew', 'created'],
      ['/groups/Crew', 'unchanged'],
      ['/groups/Crew', 'updated'],
      ['/groups/Crew', 'failed'],
      ['/groups/None', 'failed'],
      ['/groups/Crew', 'failed'],
      ['/groups/Crew', 'removed'],
    ]);
    expect(results[5]![2]).toBe('Invalid value for role: boss');
  });
});

describe('a dry run', () => {
  it('changes nothing, and reports what the file would do', async () => {
    await doJob(api, 'type=users', 'username,password\nola,p1-secret');
    const table =
      'username,password,name,action\nola,,Ola,\nzoe,p2-secret,,\nbo,,,\nola,,Ola N,\ncy,,,remove';
    const query = 'type=users&onExisting=update';
    const tried = await doJob(api, `${query}&dryrun=TRUE`, table);
    expect(tried.job).toMatchObject({ dryRun: true, status: 'done', passwords: false });
    expect((await api.call('GET', '/users/zoe', 'json')).status).toBe(404);
    expect(await read('/users/ola')).toMatchObject({ name: '' });
    const entries = await api.audited();
    expect(entries.at(-1)!.details).toMatch(
      /; source=job; users=.*; action=mixed; failed=2; rows=5; dryRun=true$/,
    );
    const done = await doJob(api, query, table);
    expect(done.results).toEqual(tried.results);
    expect(tried.results.map(([, outcome]) => outcome)).toEqual([
      ...['updated', 'created', 'failed', 'updated', 'failed'],
    ]);
  });

  it.each(['x', '', 'true&dryRun=1'])('is refused for dryRun=%s', async (value) => {
    const reply = await uploadJob(api, `type=users&dryRun=${value}`, 'username\nola');
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('dryRun')]);
  });
});

describe('the rights of a job', () => {
  it('are those of its maker at the upload', async () => {
    const key = await makeKey(api, ['jobs:read', 'jobs:write', 'users:write', 'users:read']);
    const authorization = key.bearer;
    const lines = [
      { username: 'admin', password: 'p1-secret' },
      { username: 'ola', password: 'p1-secret', groups: ['Crew'] },
      { username: 'zoe', password: 'p1-secret' },
    ];
    const contentType = 'application/x-ndjson';
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const reply = await uploadJob(api, 'type=users', body, { contentType, authorization });
    expect(reply.status).toBe(202);
    const { id, createdBy } = await finished(api, jobIn(reply).id);
    expect(createdBy).toBe(`key:${key.name}`);
    expect(await resultsOf(api, id)).toEqual([
      ['/users/admin', 'failed', 'The scope admins:write is needed'],
      ['/users/ola', 'failed', 'The scope groups:write is needed'],
      ['/users/zoe', 'created'],
    ]);
  });

  it('refuse a table with the column groups as a whole without groups:write (CK-27)', async () => {
    const { bearer } = await makeKey(api, ['jobs:write', 'users:write']);
    const table = 'username,password,Groups\nola,p1-secret,\nzoe,p1-secret,Crew';
    const reply = await uploadJob(api, 'type=users', table, { authorization: bearer });
    expect([reply.status, reply.headers['www-authenticate'], reply.text]).toEqual([
      ...[403, expect.stringContaining('scope="groups:write"')],
      expect.stringContaining('The scope groups:write is needed'),
    ]);
    expect(await api.database.sql('select from job')).toEqual([]);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(404);
  });
});
