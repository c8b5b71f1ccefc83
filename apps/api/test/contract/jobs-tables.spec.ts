import { doJob, forgetJobs, uploadJob } from '../support/jobs.js';
import { createUsers, startOver } from '../support/people.js';
import { errorText, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
});

const read = async (path: string) =>
  JSON.parse((await api.call('GET', path, 'json')).text) as Record<string, unknown>;
const JSON_TYPE = { contentType: 'application/json' };

describe('a table of a spreadsheet (CK-19)', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  it.each<[string, string, string | Buffer]>([
    ['PowerShell 5', 'text/csv', '"name","description"\r\n"Köche","gut"\r\n'],
    ['PowerShell, Unicode', 'text/csv; charset=utf-16', utf16('"name","description"\nKöche,gut')],
    ['Excel', 'text/csv;charset="UTF-8"', '\ufeffsep=;\r\nname;description;;\r\nKöche;gut;;\r\n'],
    ['Excel, Unicode text', 'text/csv; charset=UTF-16', utf16('name\tdescription\r\nKöche\tgut')],
    [
      'Excel of Windows',
      'text/csv; charset=windows-1252',
      Buffer.from('name;description\nK\xf6che;gut', 'latin1'),
    ],
    [
      'LibreOffice',
      'text/csv; header=present; charset=ISO-8859-1',
      Buffer.from('"name","description"\nK\xf6che,gut', 'latin1'),
    ],
  ])('is read: %s', async (_who, contentType, sent) => {
    const { results } = await doJob(api, 'type=groups', sent, { contentType });
    expect(results).toEqual([['/groups/K%C3%B6che', 'created']]);
    expect(await read('/groups/K%C3%B6che')).toMatchObject({ description: 'gut' });
  });

  it.each([
    ['utf-8', 3],
    ['utf-16', 1],
    ['windows-1252', 3],
  ])('that is not in %s as it says is refused with the line %s', async (charset, line) => {
    const sent = Buffer.from('name\nA\n\x81\nB\n', 'latin1');
    const contentType = `text/csv; charset=${charset}`;
    const reply = await uploadJob(api, 'type=groups', sent, { contentType });
    const message = `Could not read the table: line ${line} is not in ${charset}`;
    expect([reply.status, reply.text]).toEqual([
      400,
      errorText('json', 'IllegalArgumentException', message, 'jobs'),
    ]);
    expect(await api.database.sql('select from job union all select from job_batch')).toEqual([]);
  });

  it('with columns that are not known is refused, or they are ignored', async () => {
    const table = ',name,Class\n0,A,7b\n';
    expect((await uploadJob(api, 'type=groups', table)).text).toContain('column 1 has no name');
    const { results } = await doJob(api, 'type=groups&unknownColumns=ignore', table);
    expect(results).toEqual([['/groups/A', 'created']]);
    const ndjson = { contentType: 'application/x-ndjson' };
    const lines = await doJob(
      api,
      'type=groups&unknownColumns=ignore',
      '{"name":"B","Class":1}',
      ndjson,
    );
    expect(lines.results).toEqual([[undefined, 'failed', 'Unknown member: Class']]);
  });
});

describe('groups=set of users (CK-20)', () => {
  const groupsOf = async (name: string) => {
    const { groupnames } = await read(`/users/${name}/groups`);
    return groupnames;
  };
  beforeEach(async () => {
    await createUsers(api, 'ola', 'zoe');
    for (const name of ['Crew', 'Day']) {
      const group = { name, description: '', members: ['zoe'], admins: ['ola'] };
      expect((await api.call('POST', '/groups', 'json', group)).status).toBe(201);
    }
  });

  it.each<[string, string]>([
    ['text/csv', 'username,groups\nola,Crew|Night\nzoe,\nola,Night|Crew\nbo'],
    [
      'application/x-ndjson',
      '{"username":"ola","groups":["Crew","Night"]}\n{"username":"zoe","groups":[]}\n' +
        '{"username":"ola","groups":["Night","Crew","Crew"]}\n{"username":"bo","groups":null}',
    ],
    [
      'application/json',
      '{"users":[{"username":"ola","groups":["Crew","Night"]},{"username":"zoe","groups":[]},' +
        '{"username":"ola","groups":["Night","Crew"]},{"username":"bo"}]}',
    ],
    [
      'application/xml',
      '<users><user><username>ola</username><groups><group>Crew</group><group>Night</group></groups></user>' +
        '<user><username>zoe</username><groups/></user>' +
        '<user><username>ola</username><groups><group>Night</group><group>Crew</group></groups></user>' +
        '<user><username>bo</username></user></users>',
    ],
  ])('makes exactly these groups: %s', async (contentType, sent) => {
    await api.audited();
    const query = 'type=users&onExisting=update&groups=set';
    const { results } = await doJob(api, query, sent, { contentType });
    expect(results.map((one) => one.slice(0, 2))).toEqual([
      ...[
        ['/users/ola', 'updated'],
        ['/users/zoe', 'updated'],
        ['/users/ola', 'unchanged'],
      ],
      ['/users/bo', 'failed'],
    ]);
    expect([await groupsOf('ola'), await groupsOf('zoe')]).toEqual([['Crew', 'Night'], []]);
    expect(await read('/groups/Crew')).toMatchObject({ members: [], admins: ['ola@example.org'] });
    const entries = await api.audited();
    expect(entries.filter(({ details }) => details?.includes('source=job'))).toHaveLength(1);
  });

  it('changes nothing without the column, and only adds without the parameter', async () => {
    const query = 'type=users&onExisting=update';
    await doJob(api, `${query}&groups=set`, 'username,name\nola,Ola');
    await doJob(api, query, 'username,groups\nola,Night\nzoe,');
    expect([await groupsOf('ola'), await groupsOf('zoe')]).toEqual([
      ['Crew', 'Day', 'Night'],
      ['Crew', 'Day'],
    ]);
    const reply = await uploadJob(api, `${query}&groups=Set`, 'username\nola');
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('groups')]);
  });

  it('of a line that fails, or of a dry run, changes nothing', async () => {
    const query = 'type=users&onExisting=update&groups=set';
    const line = `username,groups\nola,Crew|${'x'.repeat(300)}`;
    expect((await doJob(api, query, line)).results[0]![1]).toBe('failed');
    const dry = await doJob(api, `${query}&dryRun=true`, 'username,groups\nola,');
    expect(dry.results).toEqual([['/users/ola', 'updated']]);
    expect(await groupsOf('ola')).toEqual(['Crew', 'Day']);
  });
});

describe('lines in JSON (CK-19)', () => {
  it.each<[string, object, string]>([
    ['users', { username: 'bo', password: 'p1-secret', groups: ['Crew'] }, '/users/bo'],
    ['groups', { name: 'Night', shared: true }, '/groups/Night'],
    ['memberships', { group: 'Crew', jid: 'ola' }, '/groups/Crew'],
    ['lockouts', { username: 'ola' }, '/lockouts/ola'],
    ['person-erase', { jid: 'ola' }, '/users/ola'],
  ])('are done: %s', async (type, line, object) => {
    await createUsers(api, 'ola');
    await api.call('POST', '/groups', 'json', { name: 'Crew' });
    const body = JSON.stringify({ lines: [line, 'no line', { ...line, Class: 1 }] });
    const { results } = await doJob(api, `type=${type}`, body, JSON_TYPE);
    expect(results).toEqual([
      [object, expect.stringMatching('created|removed')],
      [undefined, 'failed', 'Could not read the line: it is no JSON object'],
      [undefined, 'failed', 'Unknown member: Class'],
    ]);
  });

  it('keep their digits, and may be one', async () => {
    const body = '{"lines":{"name":12345678901234567890}}';
    const { results } = await doJob(api, 'type=groups', body, JSON_TYPE);
    expect(results).toEqual([['/groups/12345678901234567890', 'created']]);
  });

  it.each<[string, number, string]>([
    ['{"lines":[]}', 400, 'there is no line'],
    ['{"lines":null}', 400, 'there is no line'],
    ['[]', 400, 'Could not read the request body'],
    ['{"lines":[', 400, 'Could not read the request body'],
    [`{"lines":[${'0,'.repeat(500_000)}0]}`, 413, 'too many values: more than 500000'],
  ])('are refused as a whole: %.20s', async (body, status, reason) => {
    const reply = await uploadJob(api, 'type=rooms', body, JSON_TYPE);
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(reason)]);
  });

  it('fail alone when they are too long', async () => {
    const lines = [{ name: 'A', description: 'x'.repeat(65_536) }, { name: 'B' }];
    const { results } = await doJob(api, 'type=groups', JSON.stringify({ lines }), JSON_TYPE);
    expect(results).toEqual([
      [undefined, 'failed', 'Could not read the line: it has more than 65536 bytes'],
      ['/groups/B', 'created'],
    ]);
  });
});

it('lines of rooms make, change and remove them (CK-20)', async () => {
  const lines = [
    { room: 'Tea', description: 'Biscuits', owners: ['ann'], action: 'create' },
    { room: 'tea', action: 'create' },
    { room: 'tea', subject: 'Earl Grey', action: 'add' },
    { room: 'tea', subject: 'Assam', action: 'update' },
    { room: 'tea', subject: 'Assam' },
    { room: 'gone', subject: 'Mint' },
    { room: 'den', reason: 'over', action: 'create' },
    { room: 'tea', action: 'make' },
  ];
  const { results } = await doJob(api, 'type=rooms', JSON.stringify({ lines }), JSON_TYPE);
  expect(results.map(([, outcome, message]) => message ?? outcome)).toEqual([
    ...['created', 'Could not create the channel', 'updated', 'updated', 'unchanged'],
    expect.stringMatching(/./),
    ...['Unknown member: reason', 'Invalid value for action: make'],
  ]);
  const room = { description: 'Biscuits', subject: 'Assam', owners: ['ann@example.org'] };
  expect(await read('/chatrooms/tea')).toMatchObject(room);
  const table = 'room,action\ntea,remove\nTea2,create\n';
  const more = await doJob(api, 'type=rooms', table);
  expect(more.results.map(([, outcome]) => outcome)).toEqual(['removed', 'created']);
  expect((await api.call('GET', '/chatrooms/tea', 'json')).status).toBe(404);
});
