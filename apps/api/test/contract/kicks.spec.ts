import type { LiveOccupant } from '@chat-admin/domain/chat-server/live-room';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';
import { TestApi } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const unavailable = (path: string) =>
  refusal(503, 'ServiceUnavailableException')('The chat server cannot be reached', path);
const LONG = 'x'.repeat(256);

const occupant = (nickname: string, more: Partial<LiveOccupant> = {}): LiveOccupant => ({
  nickname,
  jid: `${nickname.toLowerCase()}@example.org/desk`,
  role: 'participant',
  affiliation: 'none',
  ...more,
});

describe('kicks out of rooms', () => {
  const chatServer = new ChatServerSpy();
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({}, undefined, { chatServer });
    await api.call('POST', '/chatrooms', 'json', { roomName: 'tea' });
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    chatServer.away = false;
    chatServer.present = [
      occupant('Bob'),
      occupant('Ann', { role: 'moderator', affiliation: 'owner' }),
    ];
    chatServer.heard();
  });

  const tell = (method: string, path: string, body?: Call['body']) =>
    api.call(method, `/chatrooms/tea/occupants/${path}`, 'json', body);
  const notFound = refusal(404, 'OccupantNotFoundException');

  it('name the nickname and the reason', async () => {
    await api.audited();
    const reply = await tell('DELETE', 'Bob?reason=Too%20loud');
    expect(reply).toMatchObject({ status: 200, text: '' });
    expect((await tell('DELETE', 'Bob?reason=')).status).toBe(200);
    expect(chatServer.heard()).toEqual([
      { kicked: 'Bob', reason: 'Too loud' },
      { kicked: 'Bob', reason: null },
    ]);
    const [entry] = await api.audited();
    expect(entry!.summary).toBe('DELETE occupant conference/tea/Bob');
    expect(entry!.details).toMatch(/; reason=Too%20loud$/);
  });

  it('give another role', async () => {
    expect(await tell('PUT', 'Bob', { role: 'visitor' })).toMatchObject({ status: 200, text: '' });
    const xml = await api.send('PUT', '/chatrooms/tea/occupants/Bob', {
      headers: { 'Content-Type': 'application/xml' },
      body: '<occupant><role>moderator</role></occupant>',
    });
    expect(xml.status).toBe(200);
    expect((await tell('PUT', 'Ann', { role: ' Moderator' })).status).toBe(200);
    expect(chatServer.heard()).toEqual([
      { role: 'visitor', of: 'Bob' },
      { role: 'moderator', of: 'Bob' },
    ]);
  });

  it('are refused, and nothing is told', async () => {
    const occupants = `${ROOT}/chatrooms/tea/occupants`;
    const wrong = (value: string) =>
      badArgument(`Invalid value for role: ${value}`, `${occupants}/Bob`);
    expectError(await tell('PUT', 'Bob'), 'json', wrong(''));
    expectError(await tell('PUT', 'Bob', {}), 'json', wrong(''));
    expectError(await tell('PUT', 'Bob', { role: 'Visitors' }), 'json', wrong('Visitors'));
    const missing = notFound('Could not find occupant', 'Zoe');
    expectError(await tell('PUT', 'Zoe', { role: 'visitor' }), 'json', missing);
    expectError(await tell('DELETE', 'Zoe'), 'json', missing);
    expectError(
      await tell('PUT', 'Ann', { role: 'visitor' }),
      'json',
      refusal(409, 'NotAllowedException')('Could not change the role', 'Ann'),
    );
    const reason = badArgument(
      `Invalid value for parameter reason: ${LONG.slice(0, 100)}`,
      `${occupants}/Bob`,
    );
    expectError(await tell('DELETE', `Bob?reason=${LONG}`), 'json', reason);
    expect((await tell('DELETE', 'Bob?reason=a%01b')).status).toBe(400);
    expect((await api.call('DELETE', '/chatrooms/none/occupants/Bob', 'json')).status).toBe(404);
    expect((await tell('DELETE', 'Bob?dryRun=true')).status).toBe(200);
    expect((await tell('DELETE', 'Zoe?dryRun=true')).status).toBe(404);
    chatServer.away = true;
    expectError(await tell('DELETE', 'Bob'), 'json', unavailable(`${occupants}/Bob`));
    chatServer.away = false;
    expect(chatServer.heard()).toEqual([]);
  });

  it('come with the end of the room', async () => {
    const remove = (query: string) => api.call('DELETE', `/chatrooms/tea?${query}`, 'json');
    for (const value of [
      'hall',
      'hall@a.example/x',
      'conference.example.org',
      '@a.example',
      ' ',
      'tea@conference.example.org',
    ]) {
      expectError(
        await remove(`alternateRoom=${encodeURIComponent(value)}`),
        'json',
        badArgument(`Unable to parse value as jid: ${value}`, 'tea'),
      );
    }
    expect((await remove(`reason=${LONG}`)).status).toBe(400);
    expect((await remove('dryRun=true&alternateRoom=')).status).toBe(200);
    expect(chatServer.heard()).toEqual([]);
    expect((await remove('reason=Moved&alternateRoom=Hall@a.example')).status).toBe(200);
    expect(chatServer.heard()).toEqual([
      {
        destroyed: { service: 'conference', room: 'tea' },
        reason: 'Moved',
        alternateRoom: 'hall@a.example',
      },
    ]);
  });
});

describe('kicks of sessions', () => {
  const chatServer = new SeededChatServer();
  let api: TestApi;
  beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
  afterAll(() => api.stop());

  const aSession = (resource: string) => ({
    ...{ jid: `zoe@example.org/${resource}`, username: 'zoe', resource, nodeId: 'one' },
    ...{ status: 'Authenticated' as const, presence: null, hostAddress: '192.0.2.7' },
    ...{ hostName: null, createdAt: new Date(0), lastActiveAt: new Date(0), secure: true },
  });

  it('close one and leave the other', async () => {
    chatServer.live = [aSession('desk'), aSession('phone')];
    await api.audited();
    const reply = await api.call('DELETE', '/sessions/ZOE/desk?reason=Away', 'json');
    expect(reply).toMatchObject({ status: 200, text: '' });
    expect(chatServer.live.map(({ resource }) => resource)).toEqual(['phone']);
    expectError(
      await api.call('DELETE', '/sessions/ZOE/desk', 'json'),
      'json',
      refusal(404, 'SessionNotFoundException')('Could not find session', 'zoe@example.org/desk'),
    );
    expect((await api.call('DELETE', '/sessions/zoe/phone?dryRun=true', 'json')).status).toBe(200);
    expect((await api.call('DELETE', `/sessions/zoe?reason=${LONG}`, 'json')).status).toBe(400);
    expect(chatServer.live).toHaveLength(1);
    expect((await api.call('DELETE', '/sessions/zoe?reason=Away', 'json')).status).toBe(200);
    expect(chatServer.live).toEqual([]);
    const [entry] = await api.audited();
    expect(entry!.summary).toBe('DELETE session ZOE/desk');
    expect(entry!.details).toMatch(/; reason=Away$/);
  });

  it('are 503 without the chat server', async () => {
    chatServer.away = true;
    const path = '/sessions/zoe/desk';
    expectError(await api.call('DELETE', path, 'json'), 'json', unavailable(ROOT + path));
    chatServer.away = false;
  });
});
