import type { LiveOccupant } from '@chat-admin/domain/chat-server/live-room';
import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { createRoom, createUsers, PASSWORD } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const EVE = 'eve@example.org';
const refused = (id: string) =>
  refusal(409, 'NotAllowedException')('Could not change the report', id);

/** With sessions of the person. */
class Chat extends ChatServerSpy {
  sessionsOfAll: readonly LiveSession[] = [];
  readonly closed: string[] = [];
  /** it goes away while people leave */
  leavesAway = false;

  override sessions(): Promise<readonly LiveSession[]> {
    return this.away ? Promise.reject(new ChatServerAway()) : Promise.resolve(this.sessionsOfAll);
  }
  override closeSessions(username?: string): Promise<boolean> {
    if (this.leavesAway) return Promise.reject(new ChatServerAway());
    this.closed.push(username!);
    return Promise.resolve(true);
  }
}

const chatServer = new Chat();
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  await createUsers(api, 'ola', 'eve', 'boss', 'admin');
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.sql('delete from report; delete from lockout; delete from room');
  await createRoom(api, 'tea', [{ who: 'admin@example.org', affiliation: 'owner' }]);
  Object.assign(chatServer, { away: false, leavesAway: false, present: [], entered: [] });
  chatServer.sessionsOfAll = [];
  chatServer.closed.length = 0;
  chatServer.heard();
  await api.audited();
});

const occupant = (jid: string, nickname: string): LiveOccupant => ({
  ...{ jid, nickname, role: 'participant', affiliation: 'none' },
});

async function said(body: string, sender = EVE, nickname = 'Eve') {
  const message = { nickname, sender: `${sender}/x`, body, stanza: `<message>${body}</message>` };
  const [row] = await api.database.sql(
    `select engine.append_message('conference', 'tea', $1) ->> 'id' as id`,
    [JSON.stringify(message)],
  );
  return String(row!['id']);
}

/** @returns its id */
async function reported(accused = 'tea@conference.example.org/Eve', messages: string[] = []) {
  const sent = { accused, messages: messages.map((id) => `r${id}`) };
  const { text } = await sendJson(api, 'POST', '/reports', sent);
  await api.audited();
  return (JSON.parse(text) as { readonly id: string }).id;
}

const act = (id: string, measures: object, authorization?: string, query = '') =>
  sendJson(api, 'POST', `/reports/${id}/measures${query}`, measures, authorization);
async function parts(id: string, measures: object, query = '') {
  const reply = await act(id, measures, undefined, query);
  expect(reply).toMatchObject({ status: 200 });
  return (JSON.parse(reply.text) as { readonly parts: readonly object[] }).parts;
}
const state = async () => ({
  locked: (await api.database.sql('select username from lockout')).map((row) => row['username']),
  outcasts: (
    await api.database.sql(`select jid from room_affiliation where affiliation = 'outcast'`)
  ).map((row) => row['jid']),
  words: (
    await api.database.sql('select body from room_message where body is not null order by id')
  ).map((row) => row['body']),
  status: (await api.database.sql('select status from report'))[0]!['status'],
});
const UNTOUCHED = { locked: [], outcasts: [], words: ['a', 'b'], status: 'open' };
const ALL = {
  ...{ lock: true, until: '2099-01-01T00:00:00Z', reason: 'spam', retract: 'room', ban: true },
  ...{ rooms: 'all', sessions: true, status: 'acted', note: 'Gone' },
};

it('do all that belongs together, with one entry', async () => {
  const [first] = [
    await said('a'),
    await said('b'),
    await said('of ola', 'ola@example.org', 'Ola'),
  ];
  const id = await reported(undefined, [first]);
  chatServer.present = [occupant(`${EVE}/x`, 'Eve'), occupant('ola@example.org/x', 'Ola')];
  chatServer.entered = ['tea'];
  chatServer.sessionsOfAll = [{ resource: 'x' }, { resource: 'y' }] as LiveSession[];
  const tried = await parts(id, ALL, '?dryRun=true');
  expect(await state()).toEqual({ ...UNTOUCHED, words: ['a', 'b', 'of ola'] });
  const done = await parts(id, ALL);
  expect(done).toEqual([
    { name: 'lock', outcome: 'done' },
    { name: 'retract', outcome: 'done', count: 2 },
    { name: 'ban', outcome: 'done' },
    { name: 'report', outcome: 'done' },
    { name: 'rooms', outcome: 'done', count: 1 },
    { name: 'sessions', outcome: 'done', count: 2 },
  ]);
  expect(tried).toEqual(done);
  expect(await state()).toEqual({
    locked: ['eve'],
    outcasts: [EVE],
    words: ['of ola'],
    status: 'acted',
  });
  const heard = chatServer.heard();
  expect(heard).toContainEqual({ kicked: 'Eve', reason: 'spam' });
  expect(heard).not.toContainEqual(expect.objectContaining({ kicked: 'Ola' }));
  expect(chatServer.closed).toEqual(['eve']);
  const { text } = await api.call('GET', '/logs/security?concerns=eve&limit=1', 'json');
  expect(text).toContain('report measures');
  const [dry, entry, ...others] = await api.audited();
  expect(dry!.details).toContain('dryRun=true');
  expect(others).toEqual([]);
  expect(entry!.summary).toBe(`POST report measures ${id}`);
  expect(entry!.details).toContain(`users=${EVE}`);
  expect(entry!.details).toContain('parts=lock,retract,ban,report,rooms,sessions');
  expect(entry!.details).toContain('retracted=2');
  expect(entry!.details).toContain('reason=spam');
  expect(entry!.details).not.toContain('outcome=201');
  const again = await parts(id, { ...ALL, rooms: undefined, sessions: undefined });
  expect(again).toMatchObject([0, 1, 2, 3].map(() => ({ outcome: 'unchanged' })));
});

it.each(forms)('are told in %s', async (form) => {
  const id = await reported(undefined, [await said('a')]);
  const body = {
    json: '{"retract":"evidence"}',
    xml: '<measures><retract>evidence</retract></measures>',
  }[form];
  const { text } = await api.call('POST', `/reports/${id}/measures`, form, body);
  expect(text).toContain(
    {
      json: '{"parts":[{"name":"retract","outcome":"done","count":1}]}',
      xml: '<measuresResult><part><name>retract</name><outcome>done</outcome><count>1</count></part></measuresResult>',
    }[form],
  );
});

it('may be none', async () => {
  expect(await parts(await reported(EVE), { lock: false })).toEqual([]);
});

it('of evidence leave what was not reported', async () => {
  const [first] = [await said('a'), await said('b')];
  const id = await reported(EVE, [first]);
  expect(await parts(id, { retract: 'evidence' })).toEqual([
    { name: 'retract', outcome: 'done', count: 1 },
  ]);
  expect((await state()).words).toEqual(['b']);
});

it.each<[Scope, object]>([
  ['lockouts:write', { lock: true }],
  ['history:write', { retract: 'room' }],
  ['rooms:write', { ban: true }],
  ['sessions:write', { rooms: 'here' }],
  ['sessions:write', { sessions: true }],
  ['reports:write', { note: 'x' }],
])('need %s for %j, before anything', async (scope, part) => {
  await said('a');
  await said('b');
  const id = await reported();
  const all: Scope[] = ['lockouts:write', 'history:write', 'rooms:write', 'sessions:write'];
  const held: Scope[] = [...all, 'reports:read', 'reports:write'];
  const { bearer } = await makeKey(
    api,
    held.filter((one) => one !== scope),
  );
  for (const measures of [part, ALL]) {
    const reply = await act(id, measures, bearer);
    expect([reply.status, reply.text]).toEqual([
      403,
      expect.stringContaining(`The scope ${scope} is needed`),
    ]);
    expect(await state()).toEqual(UNTOUCHED);
  }
});

describe('against administrators', () => {
  const accused = 'admin@example.org';
  const bySession = async (body?: object) => {
    const json = { Accept: 'application/json' };
    const authorization = body && null;
    const made = await api.send('POST', '/session', { headers: json, body, authorization });
    const { csrfToken } = JSON.parse(made.text) as { csrfToken: string };
    const cookie = made.headers['set-cookie']![0]!.split(';')[0]!;
    return (id: string) =>
      api.send('POST', `/reports/${id}/measures`, {
        authorization: null,
        headers: {
          ...json,
          Cookie: cookie,
          'X-CSRF-Token': csrfToken,
          'Content-Type': 'application/json',
        },
        body: '{"lock":true}',
      });
  };

  it('need admins:write', async () => {
    const id = await reported(accused);
    const { bearer } = await makeKey(api, ['reports:write', 'lockouts:write']);
    const reply = await act(id, { lock: true }, bearer);
    expect(reply).toMatchObject({ status: 403, text: expect.stringContaining('admins:write') });
    expect((await state()).locked).toEqual([]);
  });

  it('leave one who can sign in', async () => {
    const id = await reported(accused);
    const last = refusal(409, 'NotAllowedException')('This is the last administrator', 'admin');
    const { bearer } = await makeKey(api, ['reports:write', 'lockouts:write', 'admins:write']);
    expectError(await act(id, { lock: true, status: 'acted' }, bearer), 'json', last);
    expectError(await (await bySession())(id), 'json', last);
    const own = refusal(409, 'NotAllowedException')('You cannot do this to yourself', 'admin');
    const asThemselves = await bySession({ username: 'admin', password: PASSWORD });
    expectError(await asThemselves(id), 'json', own);
    expect(await state()).toMatchObject({ locked: [], status: 'open' });
  });
});

it('of which one fails do nothing', async () => {
  await said('a');
  await said('b');
  await api.call('POST', `/chatrooms/tea/owners/${EVE}`, 'json');
  await api.call('DELETE', '/chatrooms/tea/owners/admin@example.org', 'json');
  const id = await reported();
  const reply = await act(id, { ...ALL, rooms: undefined, sessions: undefined });
  const { 'x-error-code': code } = reply.headers;
  expect([reply.status, code]).toEqual([409, 'affiliation-change-not-allowed']);
  expect(await state()).toEqual(UNTOUCHED);
  const past = await act(id, { lock: true, until: '2001-01-01T00:00:00Z', retract: 'room' });
  expect(past.status).toBe(400);
  expect((await act(id, { status: 'gone', retract: 'room' })).status).toBe(400);
  expect(await state()).toEqual(UNTOUCHED);
});

it.each([
  ['x@elsewhere.example', { lock: true }],
  ['x@elsewhere.example', { sessions: true }],
  ['x@elsewhere.example', { rooms: 'all' }],
  ['x@elsewhere.example', { ban: true }],
  [EVE, { rooms: 'here' }],
  [EVE, { retract: 'room' }],
  ['tea@conference.example.org', { ban: true }],
  ['tea@conference.example.org/Nobody', { ban: true }],
])('about %s are not possible: %j', async (accused, measures) => {
  const id = await reported(accused);
  expectError(await act(id, { ...measures, note: 'x' }), 'json', refused(id));
});

it('in a room that is no more are not possible', async () => {
  await said('a');
  const id = await reported();
  await api.database.sql('delete from room');
  expectError(await act(id, { ban: true }), 'json', refused(id));
  expectError(await act(id, { retract: 'room' }), 'json', refused(id));
  expectError(
    await act('99', { ban: true }),
    'json',
    refusal(404, 'ReportNotFoundException')('Could not find report', '99'),
  );
});

it.each([
  [{ retract: 'all' }, 'retract: all'],
  [{ rooms: 'none' }, 'rooms: none'],
  [{ retract: 'room', until: '2099-01-01T00:00:00Z' }, 'until: 2099-01-01T00:00:00Z'],
])('are refused with %j', async (measures, invalid) => {
  const reply = await act(await reported(EVE), measures);
  expect([reply.status, reply.text]).toEqual([
    400,
    expect.stringContaining(`"message":"Invalid value for ${invalid}"`),
  ]);
});

describe('while the chat server is away', () => {
  it('are stored, and deferred', async () => {
    const id = await reported(undefined, [await said('a')]);
    chatServer.away = true;
    expect(await parts(id, { lock: true, retract: 'room', status: 'acting' })).toEqual([
      { name: 'lock', outcome: 'deferred' },
      { name: 'retract', outcome: 'deferred', count: 1 },
      { name: 'report', outcome: 'done' },
    ]);
  });

  it.each([{ rooms: 'here' }, { sessions: true }])('do nothing with %j', async (command) => {
    await said('a');
    await said('b');
    const id = await reported();
    chatServer.away = true;
    expect(
      (await act(id, { ...ALL, rooms: undefined, sessions: undefined, ...command })).status,
    ).toBe(503);
    expect(await state()).toEqual(UNTOUCHED);
  });

  it('say what has failed where it went away meanwhile', async () => {
    await said('a');
    const id = await reported();
    chatServer.sessionsOfAll = [{ resource: 'x' }] as LiveSession[];
    chatServer.leavesAway = true;
    expect(await parts(id, { lock: true, sessions: true })).toEqual([
      { name: 'lock', outcome: 'done' },
      { name: 'sessions', outcome: 'failed', count: 1 },
    ]);
  });
});
