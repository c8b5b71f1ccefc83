import { until } from '@chat-admin/debian-programs/until';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ProsodyChatServer } from './prosody-chat-server.js';
import type { ProsodyChatServerOptions } from './prosody-chat-server-options.js';
import { refusal, TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const zoe = ['zoe' as Localpart];
/** an interval at which no scheduled probe occurs during the test */
const NEVER_MS = 1_000_000;

describe('ProsodyChatServer, with an intermittent Prosody', () => {
  let bridge: TestBridge;
  let told: string[];
  const chatServers: ProsodyChatServer[] = [];
  const started = (changes: Partial<ProsodyChatServerOptions> = {}): ProsodyChatServer => {
    const log = (message: string): void => void told.push(message);
    const made = new ProsodyChatServer({
      url: bridge.url,
      token: TEST_TOKEN,
      domain: 'example.org',
      log: { info: log, warn: log },
      probeEveryMs: 20,
      probeAwayEveryMs: 20,
      ...changes,
    });
    chatServers.push(made);
    made.start();
    return made;
  };
  const isUp = (chatServer: ProsodyChatServer) => until('it is up', () => chatServer.up);
  const isAway = (chatServer: ProsodyChatServer) =>
    until('it is away', () => chatServer.attachment === 'tried' && !chatServer.up);
  beforeEach(async () => {
    bridge = await TestBridge.start();
    told = [];
  });
  afterEach(async () => {
    for (const one of chatServers.splice(0)) one.close();
    await bridge.stop();
  });

  it('reports once each that it is available, unavailable, and available again', async () => {
    const chatServer = started();
    await isUp(chatServer);
    await bridge.stop();
    await isAway(chatServer);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
      await expect(chatServer.sessions(null)).rejects.toBeInstanceOf(ChatServerAway);
    }
    await bridge.restart();
    await isUp(chatServer);
    expect(await chatServer.rostersChanged(zoe)).toBe('applied');
    expect(told).toEqual([
      'The chat server is available',
      'The chat server is unavailable: no connection (ECONNREFUSED)',
      'The chat server is available',
    ]);
  });

  it('counts as tried even if the attempt fails', async () => {
    await bridge.stop();
    const chatServer = started();
    expect(chatServer.attachment).toBe('connecting');
    await until('it has tried', () => chatServer.attachment === 'tried');
    expect(chatServer.up).toBe(false);
    await expect(chatServer.listeners()).rejects.toBeInstanceOf(ChatServerAway);
    await bridge.restart();
    await isUp(chatServer);
  });

  it.each<[string, object, string]>([
    [
      'another version of the contract',
      { contract: 2 },
      'it follows version 2 of the contract, this service version 1',
    ],
    [
      'another domain',
      { domain: 'other.example' },
      'it serves the domain other.example, not example.org',
    ],
    [
      'no database',
      { domain: undefined, database: { attached: false } },
      'it is not attached to the database',
    ],
    ['no node', { node: null }, 'its answer cannot be understood'],
  ])('treats a Prosody with %s as unavailable', async (_case, changes, reason) => {
    bridge.health = TestBridge.health(changes);
    const chatServer = started();
    await isAway(chatServer);
    await expect(chatServer.sessions(null)).rejects.toBeInstanceOf(ChatServerAway);
    expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    expect(bridge.calls).toEqual([]);
    expect(told).toEqual([`The chat server is unavailable: ${reason}`]);
  });

  it('reports a rejected token, but never the token', async () => {
    const chatServer = started({ token: 'a-wrong-token' });
    await isAway(chatServer);
    await expect(chatServer.closeSessions(zoe[0]!, null)).rejects.toBeInstanceOf(ChatServerAway);
    expect(told).toEqual([
      'The chat server is unavailable: it refuses the token (CHAT_SERVER_TOKEN)',
    ]);
  });

  it('suggests a cause if nothing at the address knows the bridge', async () => {
    bridge.health = refusal(404);
    await isAway(started());
    expect(told).toEqual([
      'The chat server is unavailable: it answered 404: mod_chat_bridge is not loaded there, ' +
        "or CHAT_SERVER_URL is not Prosody's HTTP port",
    ]);
  });

  it('does not report a Prosody that starts later than the service', async () => {
    await bridge.stop();
    const chatServer = started();
    await isAway(chatServer);
    expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    await bridge.restart();
    await isUp(chatServer);
    expect(told).toEqual(['The chat server is available']);
  });

  it('reports a change of the reason', async () => {
    bridge.health = TestBridge.health({ database: { attached: false } });
    const chatServer = started();
    await isAway(chatServer);
    bridge.health = refusal(500);
    await until('it was told', () => told.length === 2);
    expect(told[1]).toBe('The chat server is unavailable: it answered 500');
  });

  it('adopts the node of the current Prosody', async () => {
    const chatServer = started();
    await isUp(chatServer);
    bridge.health = TestBridge.health({ node: 'engine-2' });
    await until('the node is known', () => chatServer.nodeId === 'engine-2');
  });

  it('does not attempt notices while unavailable', async () => {
    const chatServer = started({ probeAwayEveryMs: NEVER_MS, probeEveryMs: NEVER_MS });
    await isUp(chatServer);
    bridge.health = refusal(503);
    bridge.answers.set('POST /bridge/rosters', refusal(503));
    const first = Array.from({ length: 5 }, () => chatServer.rostersChanged(zoe));
    expect(await Promise.all(first)).toEqual(Array(5).fill('deferred'));
    const tried = bridge.calls.length;
    bridge.answers.clear();
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    }
    expect(bridge.calls).toHaveLength(tried);
    expect(chatServer.deferredNotices).toBe(55);
  });

  it('knows the node of the sessions it returns', async () => {
    const chatServer = started({ probeEveryMs: NEVER_MS });
    await isUp(chatServer);
    bridge.health = TestBridge.health({ node: 'engine-2' });
    const session = { jid: 'zoe@example.org/x', resource: 'x', node: 'engine-2', address: '::1' };
    bridge.answers.set('GET /bridge/sessions', {
      sessions: [{ ...session, created_at: 1, active_at: 1, secure: true }],
    });
    expect((await chatServer.sessions(null))[0]!.nodeId).toBe('engine-2');
    expect(chatServer.nodeId).toBe('engine-2');
  });

  it('probes once for all waiting queries', async () => {
    bridge.health = refusal(503);
    const chatServer = started({ probeAwayEveryMs: NEVER_MS, probeEveryMs: NEVER_MS });
    await isAway(chatServer);
    const before = bridge.probes;
    bridge.health = TestBridge.health();
    bridge.answers.set('GET /bridge/sessions/count', { count: 2 });
    const questions = Array.from({ length: 20 }, () => chatServer.localSessionCount());
    expect(await Promise.all(questions)).toEqual(Array(20).fill(2));
    expect(bridge.probes - before).toBe(1);
    expect(await chatServer.rostersChanged(zoe)).toBe('applied');
  });

  it('reports once that a single call fails while others work', async () => {
    const chatServer = started({ noticeTimeoutMs: 200 });
    await isUp(chatServer);
    const failed = (reason: string) => `The chat server failed at /bridge/rosters: ${reason}`;
    const works = async () => (await chatServer.rostersChanged(zoe)) === 'applied';
    bridge.answers.set('POST /bridge/rosters', refusal(500));
    for (let turn = 0; turn < 3; turn += 1) await chatServer.rostersChanged(zoe);
    expect(await chatServer.servicesChanged()).toBe('applied');
    bridge.answers.clear();
    await until('it works again', works);
    bridge.answers.set('POST /bridge/rosters', () => undefined);
    expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    await until('it was told', () => told.length === 3);
    await isUp(chatServer);
    expect(told).toEqual([
      'The chat server is available',
      failed('it answered 500'),
      // less what it waited for its turn
      expect.stringMatching(
        /^The chat server failed at \/bridge\/rosters: no answer within \d+ ms$/,
      ),
    ]);
  });

  it('logs nothing and fails immediately once closed', async () => {
    const chatServer = started();
    await isUp(chatServer);
    const asked = new Promise<void>((resolve) =>
      bridge.answers.set('GET /bridge/sessions', () => resolve()),
    );
    const question = expect(chatServer.sessions(null)).rejects.toBeInstanceOf(ChatServerAway);
    await asked;
    chatServer.close();
    await question;
    const { probes } = bridge;
    await expect(chatServer.localSessionCount()).rejects.toBeInstanceOf(ChatServerAway);
    expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    expect(bridge.probes).toBe(probes);
    expect(told).toEqual(['The chat server is available']);
  });
});
