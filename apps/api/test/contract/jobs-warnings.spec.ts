import { doJob, forgetJobs } from '../support/jobs.js';
import { createUsers, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
});

const resultsIn = async (id: string, accept: string, query = '') =>
  (await api.send('GET', `/jobs/${id}/results${query}`, { headers: { Accept: accept } })).text;

interface Warned {
  readonly line: number;
  readonly warning?: string;
}

/** By line, of those that have some. */
async function warningsOf(type: string, table: string, query = ''): Promise<object> {
  const { job } = await doJob(api, `type=${type}&dryRun=true${query}`, table);
  const text = await resultsIn(job.id, 'application/json', '?limit=1000');
  const { jobResults } = JSON.parse(text) as { jobResults: readonly Warned[] };
  const warned = jobResults.filter(({ warning }) => warning !== undefined);
  return Object.fromEntries(warned.map(({ line, warning }) => [line, warning]));
}

describe('the lines of a dry run warn (CK-19)', () => {
  const table = 'name\nA\n4.9E+11\nA';
  const scientific = 'the name is a number in scientific notation: 4.9E+11';
  const twice = 'line 1 has the same name';

  it('in the last member, in every form', async () => {
    const { job } = await doJob(api, 'type=groups&dryRun=true', table);
    const json = await resultsIn(job.id, 'application/json');
    const { jobResults } = JSON.parse(json) as { jobResults: readonly object[] };
    expect(jobResults).toEqual([
      { line: 1, object: '/groups/A', outcome: 'created' },
      { line: 2, object: '/groups/4.9E%2B11', outcome: 'created', warning: scientific },
      { line: 3, object: '/groups/A', outcome: 'created', warning: twice },
    ]);
    expect(Object.keys(jobResults[1]!).at(-1)).toBe('warning');
    const xml = await resultsIn(job.id, 'application/xml');
    expect(xml.match(/<warning>.*?<\/warning><\/jobResult>/g)).toEqual([
      `<warning>${scientific}</warning></jobResult>`,
      `<warning>${twice}</warning></jobResult>`,
    ]);
    const [head, ...rows] = (await resultsIn(job.id, 'text/csv')).trimEnd().split('\r\n');
    expect(head).toMatch(/^line,object,outcome,.*,warning$/);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['', scientific, twice]);
    const lines = (await resultsIn(job.id, 'application/x-ndjson')).trimEnd().split('\n');
    expect(lines).toEqual(jobResults.map((one) => JSON.stringify(one)));
    expect(await resultsIn(job.id, 'text/csv', '?fields=line,warning')).toBe(
      `line,warning\r\n1,\r\n2,${scientific}\r\n3,${twice}\r\n`,
    );
  });

  it('and those that are done do not', async () => {
    const { job } = await doJob(api, 'type=groups', table);
    for (const form of ['application/json', 'application/xml', 'text/csv', 'application/x-ndjson'])
      expect(await resultsIn(job.id, form)).not.toContain('warning');
  });

  it('of a name that an earlier line has, in any batch, and name the first', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `u${index + 1}`);
    const again = [...names, 'U7', 'u201', 'u7'].map((name) => `${name},p1-secret`);
    expect(await warningsOf('users', `username,password\n${again.join('\n')}`)).toEqual({
      251: 'line 7 has the same name',
      252: 'line 201 has the same name',
      253: 'line 7 has the same name',
    });
  });

  it('of one dry run, not of another', async () => {
    expect(await warningsOf('groups', 'name\nA')).toEqual({});
    expect(await warningsOf('groups', 'name\nA')).toEqual({});
  });

  it.each([
    ['rooms', 'room,action\nTea,create\ntea,create\nden,create'],
    ['lockouts', 'username\nola\nOLA\nzoe'],
    ['users', 'username\nola\nola@example.org\nzoe'],
  ])('of names as they are prepared: %s', async (type, lines) => {
    await createUsers(api, 'ola', 'zoe');
    expect(await warningsOf(type, lines)).toEqual({ 2: twice });
  });

  it.each(['messages', 'sessions'])('not where a name often comes twice: %s', async (type) => {
    await createUsers(api, 'ola');
    const lines = type === 'messages' ? 'receiver,body\nola,a\nola,b' : 'jid\nola\nola';
    expect(await warningsOf(type, lines)).toEqual({});
  });

  it.each(['4.9E+11', '4,9e7', '-1E-5', '1e5'])('of the number %s as a name', async (name) => {
    const cell = `"${name}"`;
    const warning = `the name is a number in scientific notation: ${name}`;
    expect(await warningsOf('groups', `name\n${cell}\nRoom 1e5\n1e\n491512345678`)).toEqual({
      1: warning,
    });
    const users = `username,password,groups\nbo,p1-secret,${cell}\n${cell},p1-secret,`;
    const asPrepared = warning.replace(name, name.toLowerCase());
    expect(await warningsOf('users', users)).toEqual({ 1: warning, 2: asPrepared });
  });

  it('of memberships of nobody', async () => {
    await createUsers(api, 'ola');
    for (const name of ['Crew', 'ghosts']) await api.call('POST', '/groups', 'json', { name });
    const jids = ['ola', 'ola@example.org', 'zoe', 'zoe@example.org', 'zoe@elsewhere.example'];
    const lines = [...jids, 'ghosts'].map((jid) => `Crew,${jid},`);
    const nobody = (jid: string) => `there is no such user: ${jid}`;
    expect(
      await warningsOf('memberships', `group,jid,action\n${lines.join('\n')}\nCrew,1E+5,remove`),
    ).toEqual({
      3: nobody('zoe'),
      4: nobody('zoe@example.org'),
      6: nobody('ghosts'),
      7: 'the name is a number in scientific notation: 1E+5',
    });
    await api.call('POST', '/chatrooms', 'json', { roomName: 'tea', owners: ['ola'] });
    const given = [...jids, 'ghosts', '1E+5'].map((jid) => `tea,${jid},member`);
    expect(await warningsOf('affiliations', `room,jid,affiliation\n${given.join('\n')}`)).toEqual({
      3: nobody('zoe'),
      4: nobody('zoe@example.org'),
      7: `the name is a number in scientific notation: 1E+5; ${nobody('1E+5')}`,
    });
  });

  it('also where they fail', async () => {
    await api.call('POST', '/groups', 'json', { name: 'A' });
    expect(await warningsOf('groups', 'name\nA\nA')).toEqual({ 2: twice });
  });
});
