import { until } from '@chat-admin/debian-programs/until';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ProsodyChatServer } from './prosody-chat-server.js';
import type { ProsodyChatServerOptions } from './prosody-chat-server-options.js';
import { TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const zoe = ['zoe' as Localpart];
const REACHED = 'The chat server is available';

describe('ProsodyChatServer, with a slow Prosody', () => {
  let bridge: TestBridge;
  let chatServer: ProsodyChatServer;
  let told: string[];
  const start = async (changes: Partial<ProsodyChatServerOptions> = {}): Promise<void> => {
    const log = (message: string): void => void told.push(message);
    chatServer = new ProsodyChatServer({
      url: bridge.url,
      token: TEST_TOKEN,
      domain: 'example.org',
      log: { info: log, warn: log },
      noticeTimeoutMs: 100,
      probeEveryMs: 20,
      probeAwayEveryMs: 20,
      ...changes,
    });
    chatServer.start();
    await until('it is up', () => chatServer.up);
  };
  beforeEach(async () => {
    bridge = await TestBridge.start();
    bridge.answers.set('GET /bridge/sessions/count', { count: 7 });
    told = [];
  });
  afterEach(async () => {
    chatServer.close();
    await bridge.stop();
  });

  it('queries and commands wait for it', async () => {
    await start();
    bridge.answers.set('POST /bridge/sessions/close', { closed: 1 });
    bridge.hold();
    expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    const question = chatServer.localSessionCount();
    const command = chatServer.closeSessions(zoe[0]!, null);
    await until('it was asked', () => bridge.calls.length === 3);
    expect(chatServer.up).toBe(true);
    bridge.release();
    expect(await question).toBe(7);
    await command;
    expect(told[0]).toBe(REACHED);
    expect(told.filter((line) => line.includes('away'))).toEqual([]);
  });

  it('the first notice waits briefly, later ones not at all, until it answers', async () => {
    await start();
    bridge.hold();
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await chatServer.rostersChanged(zoe)).toBe('deferred');
    }
    expect(bridge.calls).toHaveLength(1);
    expect(chatServer.up).toBe(true);
    bridge.release();
    await until('it is told again', async () => {
      return (await chatServer.rostersChanged(zoe)) === 'applied';
    });
  });

  it('what is told meanwhile goes with one notice, and waits no longer than the first', async () => {
    await start({ noticeTimeoutMs: 60_000 });
    bridge.hold();
    const names = Array.from({ length: 40 }, (_, index) => `user${index}` as Localpart);
    const told = names.map((name) => chatServer.rostersChanged([name]));
    await until('it was told', () => bridge.calls.length === 1);
    bridge.release();
    expect(new Set(await Promise.all(told))).toEqual(new Set(['applied']));
    const sent = bridge.calls.map(({ body }) => (body as { usernames: string[] }).usernames);
    expect(sent).toEqual([names.slice(0, 1), names.slice(1)]);
  });

  it('what waits behind a notice without an answer is deferred with it', async () => {
    await start();
    bridge.hold();
    const told = Array.from({ length: 40 }, () => chatServer.rostersChanged(zoe));
    expect(new Set(await Promise.all(told))).toEqual(new Set(['deferred']));
    expect(bridge.calls).toHaveLength(1);
    expect(chatServer.deferredNotices).toBe(40);
    bridge.release();
  });

  it('its listeners are those of the last probe', async () => {
    await start();
    bridge.hold();
    expect(await chatServer.listeners()).toEqual([
      { kind: 'c2s', encrypted: false, accepting: true },
    ]);
    bridge.release();
  });

  it('is unavailable once it has been silent for as long as a query waits', async () => {
    await start({ questionTimeoutMs: 300 });
    bridge.hold();
    await expect(chatServer.localSessionCount()).rejects.toBeInstanceOf(ChatServerAway);
    await until('it is away', () => !chatServer.up);
    await expect(chatServer.localSessionCount()).rejects.toBeInstanceOf(ChatServerAway);
    await expect(chatServer.listeners()).rejects.toBeInstanceOf(ChatServerAway);
    expect(bridge.calls).toHaveLength(1);
    bridge.release();
    await until('it is up', () => chatServer.up);
    expect(await chatServer.localSessionCount()).toBe(7);
    expect(told).toEqual([
      REACHED,
      'The chat server is unavailable: no answer within 300 ms',
      REACHED,
    ]);
  });

  it('is unavailable as soon as it closes the connections', async () => {
    await start({ probeEveryMs: 1_000_000 });
    bridge.hold();
    const question = expect(chatServer.localSessionCount()).rejects.toBeInstanceOf(ChatServerAway);
    await until('it was asked', () => bridge.calls.length === 1);
    await bridge.stop();
    await question;
    await until('it is away', () => !chatServer.up);
    await bridge.restart();
  });
});
