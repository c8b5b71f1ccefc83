import { until } from '@chat-admin/debian-programs/until';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ProsodyChatServer } from './prosody-chat-server.js';
import { refusal, TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const name = (text: string) => text as Localpart;
const names = (...all: string[]) => all as Localpart[];
const ROOM = { service: 'conference', room: 'tearoom' };

describe('ProsodyChatServer', () => {
  let bridge: TestBridge;
  let chatServer: ProsodyChatServer;
  beforeAll(async () => (bridge = await TestBridge.start()));
  afterAll(() => bridge.stop());
  beforeEach(() => {
    chatServer = new ProsodyChatServer({
      url: bridge.url,
      token: TEST_TOKEN,
      domain: 'example.org',
      log: { info: () => undefined, warn: () => undefined },
    });
  });
  afterEach(() => {
    chatServer.close();
    bridge.calls.length = 0;
    bridge.answers.clear();
    bridge.health = TestBridge.health();
  });

  it('returns all sessions', async () => {
    bridge.answers.set('GET /bridge/sessions', {
      sessions: [
        {
          jid: 'zoe@example.org/desk',
          username: 'zoe',
          resource: 'desk',
          node: 'engine-1',
          presence: { show: 'dnd', status: 'in a call', priority: 5 },
          address: '192.0.2.7',
          created_at: 1700000000.123,
          active_at: 1700000005.004,
          secure: true,
          transport: 'websocket',
          hibernating: true,
        },
        {
          jid: 'zz1@guests.example.org/y',
          resource: 'y',
          node: 'engine-1',
          presence: { priority: 0 },
          address: '::1',
          created_at: 1700000000,
          active_at: 1700000000,
          secure: false,
          transport: 'tcp',
          hibernating: false,
        },
      ],
    });
    expect(await chatServer.sessions(null)).toEqual([
      {
        jid: 'zoe@example.org/desk',
        username: 'zoe',
        resource: 'desk',
        nodeId: 'engine-1',
        status: 'Authenticated',
        presence: { show: 'dnd', status: 'in a call', priority: 5 },
        hostAddress: '192.0.2.7',
        hostName: null,
        createdAt: new Date('2023-11-14T22:13:20.123Z'),
        lastActiveAt: new Date('2023-11-14T22:13:25.004Z'),
        secure: true,
      },
      {
        jid: 'zz1@guests.example.org/y',
        username: null,
        resource: 'y',
        nodeId: 'engine-1',
        status: 'Authenticated',
        presence: { show: null, status: null, priority: 0 },
        hostAddress: '::1',
        hostName: null,
        createdAt: new Date('2023-11-14T22:13:20Z'),
        lastActiveAt: new Date('2023-11-14T22:13:20Z'),
        secure: false,
      },
    ]);
    expect(bridge.calls).toEqual([{ call: 'GET /bridge/sessions', query: {}, body: null }]);
    expect(chatServer.nodeId).toBe('engine-1');
  });

  it('returns the sessions of one user, whatever the name', async () => {
    bridge.answers.set('GET /bridge/sessions', { sessions: [] });
    expect(await chatServer.sessions(name('zoë+&=?#%'))).toEqual([]);
    expect(bridge.calls[0]!.query).toEqual({ user: 'zoë+&=?#%' });
  });

  it('a session without presence has none', async () => {
    const session = {
      jid: 'zoe@example.org/desk',
      username: 'zoe',
      resource: 'desk',
      node: 'engine-1',
      address: '192.0.2.7',
      created_at: 1,
      active_at: 1,
      secure: true,
    };
    bridge.answers.set('GET /bridge/sessions', { sessions: [session] });
    expect((await chatServer.sessions(null))[0]).toMatchObject({ presence: null });
  });

  it('returns the number of sessions', async () => {
    bridge.answers.set('GET /bridge/sessions/count', { count: 12 });
    expect(await chatServer.localSessionCount()).toBe(12);
  });

  it('returns the listeners', async () => {
    const listeners = [
      { kind: 'c2s', encrypted: true, accepting: false, port: 5223 },
      { kind: 'bosh', encrypted: false, accepting: true, port: 5280 },
    ];
    bridge.health = TestBridge.health({ listeners });
    expect(await chatServer.listeners()).toEqual([
      { kind: 'c2s', encrypted: true, accepting: false },
      { kind: 'bosh', encrypted: false, accepting: true },
    ]);
  });

  it('returns occupants in order of joining', async () => {
    const occupants = [
      { nickname: 'Zoe', jid: 'zoe@example.org/a', role: 'moderator', affiliation: 'owner' },
      { nickname: 'Ann', jid: 'ann@example.org/b', role: 'visitor', affiliation: 'none' },
    ];
    bridge.answers.set('GET /bridge/occupants', { occupants });
    expect(await chatServer.occupants(ROOM)).toEqual(occupants);
    expect(bridge.calls).toEqual([{ call: 'GET /bridge/occupants', query: ROOM, body: null }]);
  });

  it('counts the occupants of many rooms with one question', async () => {
    bridge.answers.set('POST /bridge/occupants/count', { counts: [2, 0] });
    expect(await chatServer.occupantCounts('conference', ['tea', 'empty'])).toEqual([2, 0]);
    expect(await chatServer.occupantCounts('conference', [])).toEqual([]);
    const body = { service: 'conference', rooms: ['tea', 'empty'] };
    expect(bridge.calls).toEqual([{ call: 'POST /bridge/occupants/count', query: {}, body }]);
  });

  it('asks once for the rooms where a user is', async () => {
    bridge.answers.set('GET /bridge/occupants/rooms', { rooms: ['tea', 'den'] });
    const query = { service: 'conference', user: 'zoe' };
    expect(await chatServer.roomsOf('zoe' as Localpart, 'conference')).toEqual(['tea', 'den']);
    expect(bridge.calls).toEqual([{ call: 'GET /bridge/occupants/rooms', query, body: null }]);
  });

  it('asks for what is remembered of a room by its id', async () => {
    const said = { nickname: 'Zoe', sender: 'zoe@example.org/a', body: 'Milk?' };
    const messages = [{ ...said, sender_shown: true, sent_at: 1700000000.25 }];
    bridge.answers.set('GET /bridge/rooms/history', { messages });
    expect(await chatServer.roomHistory({ ...ROOM, id: 7 })).toEqual([
      { ...said, senderShown: true, sentAt: new Date(1700000000250) },
    ]);
    const query = { ...ROOM, id: '7' };
    expect(bridge.calls).toEqual([{ call: 'GET /bridge/rooms/history', query, body: null }]);
  });

  it('sends commands', async () => {
    bridge.answers.set('POST /bridge/sessions/close', { closed: 2 });
    expect(await chatServer.closeSessions(name('zoe'), null)).toBe(true);
    await chatServer.broadcast('Maintenance at nine');
    const invitations = [{ to: 'zoe@example.org', reason: 'Come in', password: null }];
    await chatServer.invite(ROOM, invitations);
    expect(bridge.calls).toEqual([
      { call: 'POST /bridge/sessions/close', query: {}, body: { username: 'zoe' } },
      { call: 'POST /bridge/broadcast', query: {}, body: { body: 'Maintenance at nine' } },
      { call: 'POST /bridge/rooms/invite', query: {}, body: { ...ROOM, invitations } },
    ]);
  });

  it('kicks, and tells whether there was anybody', async () => {
    bridge.answers.set('POST /bridge/sessions/close', { closed: 1 });
    bridge.answers.set('POST /bridge/occupants/kick', { found: false });
    bridge.answers.set('POST /bridge/occupants/role', { outcome: 'refused' });
    expect(await chatServer.closeSession(name('zoe'), 'desk', 'Away')).toBe(true);
    expect(await chatServer.kickOccupant(ROOM, 'Zoe', 'a\u0001b')).toBe(false);
    expect(await chatServer.changeRole(ROOM, 'Zoe', 'visitor')).toBe('refused');
    expect(bridge.calls.map(({ body }) => body)).toEqual([
      { username: 'zoe', resource: 'desk', reason: 'Away' },
      { ...ROOM, nickname: 'Zoe', reason: 'ab' },
      { ...ROOM, nickname: 'Zoe', role: 'visitor' },
    ]);
  });

  it('drops characters that XML forbids', async () => {
    await chatServer.broadcast('bell\u0007');
    await chatServer.broadcast('\u0007');
    await chatServer.invite(ROOM, [{ to: 'a@b', reason: 'x\u0001', password: 'p\u0002' }]);
    expect(bridge.calls.map(({ body }) => body)).toEqual([
      { body: 'bell' },
      { ...ROOM, invitations: [{ to: 'a@b', reason: 'x', password: 'p' }] },
    ]);
  });

  it('sends notices', async () => {
    const deliveries = [
      await chatServer.usersChanged(names('zoe', 'ann'), 'locked'),
      await chatServer.usersChanged(names('zoe'), 'deleted'),
      await chatServer.rostersChanged(names('zoe')),
      await chatServer.groupsChanged(['Crew']),
      await chatServer.roomsChanged([ROOM, { service: 'talk', room: 'a', version: 3 }]),
      await chatServer.roomDestroyed(ROOM, { reason: 'Moved', alternateRoom: null }),
      await chatServer.servicesChanged(),
      await chatServer.messagesRetracted(),
      await chatServer.filesRemoved(),
    ];
    expect(deliveries).toEqual(Array(9).fill('applied'));
    expect(bridge.calls.map(({ call, body }) => [call, body])).toEqual([
      ['POST /bridge/users', { usernames: ['zoe', 'ann'], event: 'locked' }],
      ['POST /bridge/users', { usernames: ['zoe'], event: 'deleted' }],
      ['POST /bridge/rosters', { usernames: ['zoe'] }],
      ['POST /bridge/reconcile', {}],
      ['POST /bridge/rooms/sync', { rooms: [ROOM, { service: 'talk', room: 'a', version: 3 }] }],
      ['POST /bridge/rooms/destroy', { ...ROOM, reason: 'Moved' }],
      ['POST /bridge/services', {}],
      ['POST /bridge/rooms/retractions', {}],
      ['POST /bridge/files/removed', {}],
    ]);
    expect(chatServer.deferredNotices).toBe(0);
  });

  it('splits long lists, in order', async () => {
    const owners = Array.from({ length: 600 }, (_, index) => `user${index}`);
    expect(await chatServer.rostersChanged(names(...owners))).toBe('applied');
    const sent = bridge.calls.map(({ body }) => (body as { usernames: string[] }).usernames);
    expect(sent.map(({ length }) => length)).toEqual([250, 250, 100]);
    expect(sent.flat()).toEqual(owners);
  });

  it('sends nothing that means nothing to Prosody', async () => {
    for (const event of ['created', 'password', 'unlocked'] as const) {
      expect(await chatServer.usersChanged(names('zoe'), event)).toBe('applied');
    }
    expect(await chatServer.rostersChanged([])).toBe('applied');
    expect(await chatServer.groupsChanged([])).toBe('applied');
    expect(await chatServer.roomsChanged([])).toBe('applied');
    expect(bridge.calls).toEqual([]);
  });

  it('merges comparisons for many changed groups', async () => {
    const changes = Array.from({ length: 30 }, () => chatServer.groupsChanged(['Crew']));
    expect(new Set(await Promise.all(changes))).toEqual(new Set(['applied']));
    expect(bridge.calls).toHaveLength(2);
  });

  it.each(['GET /bridge/sessions', 'GET /bridge/occupants', 'GET /bridge/sessions/count'])(
    'refuses a malformed answer to %s',
    async (call) => {
      bridge.answers.set(call, { sessions: [{ jid: 5 }], occupants: {}, count: 1.5 });
      const questions = [
        () => chatServer.sessions(null),
        () => chatServer.occupants(ROOM),
        () => chatServer.localSessionCount(),
      ];
      for (const question of questions) {
        await question().catch((error) => expect(error).toBeInstanceOf(ChatServerAway));
      }
      const index = ['sessions', 'occupants', 'count'].findIndex((part) => call.endsWith(part));
      await expect(questions[index]!()).rejects.toBeInstanceOf(ChatServerAway);
    },
  );

  it.each([401, 500, 503])(
    'is unavailable for queries and commands answered with %i',
    async (status) => {
      bridge.answers.set('GET /bridge/sessions', refusal(status));
      bridge.answers.set('POST /bridge/broadcast', refusal(status));
      await expect(chatServer.sessions(null)).rejects.toBeInstanceOf(ChatServerAway);
      await expect(chatServer.broadcast('x')).rejects.toBeInstanceOf(ChatServerAway);
    },
  );

  it('names the address that is none, and is not away because of it', async () => {
    const value = 'rt\u07bc@example.org';
    bridge.answers.set('POST /bridge/rooms/invite', refusal(400, { value }));
    const invited = chatServer.invite(ROOM, [{ to: value, reason: null, password: null }]);
    await expect(invited).rejects.toMatchObject({
      code: 'invalid-jid',
      message: `Unable to parse value as jid: ${value}`,
      resource: value,
    });
    expect(chatServer.up).toBe(true);
  });

  it.each([400, 413, 422])('takes %i for a fault of the request', async (status) => {
    bridge.answers.set('GET /bridge/sessions', refusal(status));
    await expect(chatServer.sessions(null)).rejects.toMatchObject({
      code: 'chat-server-incapable',
    });
  });

  it.each([400, 401, 500, 503])('defers notices answered with %i', async (status) => {
    bridge.answers.set('POST /bridge/rosters', refusal(status));
    expect(await chatServer.rostersChanged(names('zoe'))).toBe('deferred');
    expect(chatServer.deferredNotices).toBe(1);
  });

  it('stops at the first part of a long list that cannot be delivered', async () => {
    bridge.answers.set('POST /bridge/rosters', refusal(500));
    const owners = Array.from({ length: 600 }, (_, index) => `user${index}`);
    expect(await chatServer.rostersChanged(names(...owners))).toBe('deferred');
    expect(bridge.calls).toHaveLength(1);
  });

  it('is connecting until the first probe has ended', async () => {
    expect(chatServer.attachment).toBe('connecting');
    const placeholder = chatServer.nodeId;
    expect(placeholder).toBe(chatServer.nodeId);
    chatServer.start();
    await until('it was looked at', () => chatServer.attachment === 'tried');
    expect(chatServer.nodeId).toBe('engine-1');
    expect(chatServer.up).toBe(true);
  });
});
