import { expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { MERGE_PATCH } from '../support/patches.js';
import { createRoom, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const NOT_THERE = refusal(404, 'ReportNotFoundException')('Could not find report', '99');
const refused = refusal(409, 'NotAllowedException');
const badArgument = refusal(400, 'IllegalArgumentException');

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly evidence?: readonly { readonly id?: string; readonly body?: string }[];
}

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ola', 'eve');
  await createRoom(api, 'tea', [{ who: 'admin@example.org', affiliation: 'owner' }]);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.sql('delete from report');
  await api.audited();
});

/** As a client reports, with the messages of its archive. */
async function reported(accused = 'eve@example.org', reporter = 'ola@example.org') {
  const [row] = await api.database.sql(`select engine.archive_message($1, $2) ->> 'id' as id`, [
    reporter.split('@')[0],
    JSON.stringify({
      ...{ contact: accused, received: true },
      stanza: `<message from='${accused}/x'><body>Buy &lt;now&gt;</body></message>`,
    }),
  ]);
  const report = { accused, kind: 'spam', text: 'Bots', named: [{ by: reporter, id: row!['id'] }] };
  await api.database.sql(`select engine.store_report($1, 'blocking', $2)`, [
    reporter,
    JSON.stringify([report]),
  ]);
  const [{ id }] = (await api.database.sql(
    'select id::text from report order by report.id desc limit 1',
  )) as [{ id: string }];
  return { id, message: `c${String(row!['id'])}` };
}
const read = async (id: string) =>
  JSON.parse((await api.call('GET', `/reports/${id}`, 'json')).text) as Shown;
const patch = (id: string, change: object, authorization?: string) =>
  api.send('PATCH', `/reports/${id}`, {
    headers: { Accept: 'application/json', 'Content-Type': MERGE_PATCH },
    body: JSON.stringify(change),
    ...(authorization && { authorization }),
  });
const summaries = async () => (await api.audited()).map(({ summary }) => summary);

it('a report shows its evidence to who opens it, which leaves an entry', async () => {
  const { id, message } = await reported();
  expect(await read(id)).toMatchObject({
    ...{ id, status: 'open', kind: 'spam', text: 'Bots', source: 'blocking', count: 1, missing: 0 },
    ...{ accused: 'eve@example.org', person: 'eve@example.org', reporter: 'ola@example.org' },
    evidence: [{ id: message, from: 'eve@example.org', body: 'Buy <now>', how: 'named' }],
  });
  expect(await summaries()).toEqual([`GET report ${id}`]);
  const xml = (await api.call('GET', `/reports/${id}`, 'xml')).text;
  expect(xml).toContain(`<evidence><message><id>${message}</id>`);
  const list = (await api.call('GET', '/reports', 'json')).text;
  expect(list).not.toContain('Buy');
  expect((JSON.parse(list) as { reports: Shown[] }).reports).toMatchObject([{ id }]);
  expect(await summaries()).toEqual([`GET report ${id}`]);
});

it.each([
  ['', ['b', 'a']],
  ['?status=acting', ['a']],
  ['?kind=abuse', []],
  ['?accused=eve@example.org', ['a']],
  ['?accused=x@elsewhere.example', ['b']],
  ['?reporter=ola@example.org', ['b', 'a']],
  ['?room=tea@conference', []],
  ['?assignee=secret', ['a']],
  ['?assignee=', ['b']],
  ['?createdFrom=2020-01-01T00:00:00Z&createdTo=2021-01-01T00:00:00Z', []],
  ['?createdFrom=2020-01-01T00:00:00Z&limit=1', ['b']],
])('the list with %s has %j', async (query, expected) => {
  const names = new Map([[(await reported()).id, 'a']]);
  await patch([...names.keys()][0]!, { status: 'acting' });
  names.set((await reported('x@elsewhere.example')).id, 'b');
  const { text } = await api.call('GET', `/reports${query}`, 'json');
  const { reports } = JSON.parse(text) as { reports: readonly Shown[] };
  expect(reports.map(({ id }) => names.get(id))).toEqual(expected);
});

it('is begun, closed and opened again, with an entry and an event each', async () => {
  const { id } = await reported();
  const key = await makeKey(api, ['reports:read', 'reports:write']);
  await api.audited();
  expect((await patch(id, { status: 'acting', note: 'Looking' }, key.bearer)).status).toBe(200);
  expect(await read(id)).toMatchObject({ assignee: `key:${key.name}`, note: 'Looking' });
  await patch(id, { status: 'acted', note: null });
  const closed = await read(id);
  expect(closed).toMatchObject({ status: 'acted', closedBy: 'secret', closed: expect.any(String) });
  expect(closed).not.toHaveProperty('note');
  await patch(id, { status: 'open', assignee: '' });
  const opened = await read(id);
  for (const name of ['closed', 'closedBy', 'assignee']) expect(opened).not.toHaveProperty(name);
  const entries = (await api.audited()).filter(({ summary }) => summary.startsWith('PATCH'));
  expect(entries.map(({ details }) => /changed=[^;]*/.exec(details)?.[0])).toEqual([
    'changed=status,assignee,note',
    'changed=status,note',
    'changed=status,assignee',
  ]);
  const events = await api.database.sql(`
    select type, array_to_string(columns, ',') as columns from (
      select 1 as part, id, type, columns, object from event
      union all select 2, seq, type, columns, object from event_outbox) as one
    where object = '/reports/${id}' order by part, id`);
  expect(events.map(({ type, columns }) => `${String(type)} ${String(columns)}`)).toEqual([
    'report.created ',
    'report.updated assignee,note,status',
    'report.updated note,status',
    'report.updated assignee,status',
  ]);
});

it.each([
  ['dismissed', 'acting'],
  ['acted', 'dismissed'],
  ['acting', 'open'],
])('from %s it does not become %s', async (before, after) => {
  const { id } = await reported();
  await patch(id, { status: before });
  const reply = await patch(id, { status: after });
  expectError(reply, 'json', refused('Could not change the report', id));
  expect((await read(id)).status).toBe(before);
});

it.each([
  [{ status: 'gone' }, 'Invalid value for status: gone'],
  [{ status: null }, 'Invalid value for status: '],
  [{ note: 'x'.repeat(2001) }, 'Invalid value for note: longer than 2000 characters'],
])('a patch with %j is refused', async (change, message) => {
  const { id } = await reported();
  const reply = await patch(id, change);
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
});

describe('who has reported', () => {
  const waiting = () => api.database.sql(`select reply from report where reply is not null`);
  beforeAll(() =>
    sendJson(api, 'POST', '/system/properties', { key: 'reports.reply', value: 'No. $report' }),
  );

  it('is told that it was closed, unless it is opened again before', async () => {
    const { id } = await reported();
    expect((await patch(id, { status: 'acting' })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await patch(id, { status: 'acted', notify: true })).status).toBe(200);
    expect(await waiting()).toEqual([{ reply: `No. ${id}` }]);
    expect((await patch(id, { note: 'x' })).status).toBe(200);
    expect((await patch(id, { status: 'acted', notify: true })).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
    await patch(id, { status: 'open' });
    expect(await waiting()).toEqual([]);
    await patch(id, { status: 'dismissed' });
    expect(await waiting()).toEqual([]);
    const entries = (await api.audited()).filter(({ details }) => details.includes('notify=true'));
    expect(entries).toHaveLength(1);
  });

  it('is told with the measures', async () => {
    const { id } = await reported();
    const measures = { status: 'acted', notify: true };
    const reply = await sendJson(api, 'POST', `/reports/${id}/measures`, measures);
    expect(reply.text).toBe('{"parts":[{"name":"report","outcome":"done"}]}');
    expect(await waiting()).toEqual([{ reply: `No. ${id}` }]);
  });

  it.each([{ notify: true }, { status: 'acting', notify: true }])(
    'is not told by %j',
    async (change) => {
      const { id } = await reported();
      expect((await patch(id, change)).status).toBe(200);
      const reply = await sendJson(api, 'POST', `/reports/${id}/measures`, change);
      expect(reply.status).toBe(200);
      expect(await waiting()).toEqual([]);
    },
  );
});

describe('a report by a moderator', () => {
  it('has the messages that it names, of the accused alone', async () => {
    const said = async (nickname: string, sender: string) => {
      const message = {
        nickname,
        sender: `${sender}@example.org/x`,
        body: `of ${nickname}`,
        stanza: '<message/>',
      };
      const [row] = await api.database.sql(
        `select engine.append_message('conference', 'tea', $1) ->> 'id' as id`,
        [JSON.stringify(message)],
      );
      return `r${String(row!['id'])}`;
    };
    const ids = [await said('Eve', 'eve'), await said('Ola', 'ola'), 'r99999999'];
    const sent = { accused: 'EVE@example.org', kind: 'abuse', text: 'Rude', messages: ids };
    const reply = await sendJson(api, 'POST', '/reports', sent);
    const report = JSON.parse(reply.text) as Shown;
    expect([reply.status, report]).toMatchObject([
      201,
      {
        ...{ status: 'open', accused: 'eve@example.org', source: 'api', missing: 2 },
        evidence: [{ id: ids[0], body: 'of Eve', from: 'tea@conference.example.org/Eve' }],
      },
    ]);
    expect(report).not.toHaveProperty('reporter');
    expect(reply.headers.location).toBe(`/plugins/restapi/v1/reports/${report.id}`);
    const [entry] = await api.audited();
    expect(entry).toMatchObject({ summary: 'POST report' });
    expect(entry!.details).toContain(`name=${report.id}`);
    const inRoom = { accused: 'tea@conference.example.org/Ola', messages: ids };
    const other = JSON.parse((await sendJson(api, 'POST', '/reports', inRoom)).text) as Shown;
    expect(other).toMatchObject({ room: 'tea@conference', person: 'ola@example.org', missing: 2 });
    const room = { accused: 'tea@conference.example.org', messages: ids };
    const whole = JSON.parse((await sendJson(api, 'POST', '/reports', room)).text) as Shown;
    expect(whole).toMatchObject({ room: 'tea@conference', missing: 3, evidence: [] });
  });

  it.each([
    [['reports:write'], [], 'reports:read'],
    [['reports:read', 'reports:write'], ['r1'], 'history:read'],
  ] as const)(
    'is refused to who has %j alone, with the messages %j',
    async (scopes, messages, lacked) => {
      const { bearer } = await makeKey(api, scopes);
      const sent = { accused: 'eve@example.org', messages };
      const reply = await sendJson(api, 'POST', '/reports', sent, bearer);
      expect([reply.status, reply.text]).toEqual([
        403,
        expect.stringContaining(`The scope ${lacked} is needed`),
      ]);
      expect(await api.database.sql('select from report')).toEqual([]);
    },
  );

  it('without messages needs no history, and cannot be tried', async () => {
    const { bearer } = await makeKey(api, ['reports:read', 'reports:write']);
    const sent = { accused: 'eve@example.org', messages: [] };
    expect((await sendJson(api, 'POST', '/reports?dryRun=true', sent, bearer)).status).toBe(400);
    expect((await sendJson(api, 'POST', '/reports', sent, bearer)).status).toBe(201);
  });

  it.each([
    [{}, 'accused'],
    [{ accused: '@' }, 'accused'],
    [{ accused: `${'é'.repeat(490)}@example.org/${'x'.repeat(1023)}` }, 'accused'],
    [{ accused: 'eve@example.org', kind: 'rude' }, 'kind'],
    [{ accused: 'eve@example.org', messages: ['c17'] }, 'messages'],
    [{ accused: 'eve@example.org', messages: Array(21).fill('r1') }, 'messages'],
  ])('is refused with %j', async (sent, field) => {
    const reply = await sendJson(api, 'POST', '/reports', sent);
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining(`Invalid value for ${field}: `),
    ]);
    expect(await api.database.sql('select from report')).toEqual([]);
  });
});

it.each(forms)('nobody finds one that is not there, in %s', async (form) => {
  expectError(await api.call('GET', '/reports/99', form), form, NOT_THERE);
  expectError(await patch('99', {}), 'json', NOT_THERE);
  const reply = await api.call('GET', '/reports/x', form);
  expectError(reply, form, refusal(404, 'ReportNotFoundException')('Could not find report', 'x'));
});

it('an unknown filter value is refused', async () => {
  const reply = await api.call('GET', '/reports?status=gone', 'json');
  const message = 'Invalid value for parameter status: gone';
  expectError(reply, 'json', badArgument(message, '/plugins/restapi/v1/reports'));
});

it('those who are erased are in no report', async () => {
  await createUsers(api, 'gus', 'ida');
  const about = await reported('gus@example.org');
  const by = await reported('eve@example.org', 'ida@example.org');
  for (const name of ['gus', 'ida']) {
    await api.database.sql(`select erase_from_reports($1)`, [`${name}@example.org`]);
  }
  expect(await read(about.id)).toMatchObject({ accused: 'erased', evidence: [], text: 'Bots' });
  expect(await read(by.id)).not.toHaveProperty('reporter');
});
