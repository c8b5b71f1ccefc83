import { until } from '@chat-admin/debian-programs/until';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import { ActiveBridge } from './active-bridge.js';
import { countAnswer } from './bridge-documents.js';
import { ProsodyChatServer } from './prosody-chat-server.js';
import { TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const WAITS = TestBridge.health({ database: { attached: false } });
const COUNT = { method: 'GET', path: '/bridge/sessions/count', repeatable: true } as const;

describe('of several chat servers', () => {
  let one: TestBridge;
  let other: TestBridge;
  let bridges: ActiveBridge;
  let addresses: string[];
  beforeEach(async () => {
    [one, other] = [await TestBridge.start(), await TestBridge.start()];
    one.answers.set('GET /bridge/sessions/count', { count: 1 });
    other.answers.set('GET /bridge/sessions/count', { count: 2 });
    addresses = [one.url, other.url];
    bridges = new ActiveBridge({
      ...{ token: TEST_TOKEN, domain: 'example.org', addresses: () => addresses },
    });
  });
  afterEach(async () => {
    bridges.close();
    await Promise.all([one.stop(), other.stop()]);
  });

  const count = async () => (await bridges.call({ ...COUNT, timeoutMs: 5_000 }, countAnswer)).count;

  it('the one that serves is called, wherever it stands in the list', async () => {
    one.health = WAITS;
    await bridges.probe(5_000);
    expect(bridges.address).toBe(other.url);
    expect(await count()).toBe(2);
    [one.health, other.health] = [TestBridge.health(), WAITS];
    await bridges.probe(5_000);
    expect(await count()).toBe(1);
  });

  it('the one that takes over is found while the former one is silent', async () => {
    other.health = WAITS;
    await bridges.probe(5_000);
    one.health = () => undefined;
    const probed = bridges.probe(60_000);
    const { probes } = other;
    await until('the other one was asked again', () => other.probes > probes + 1);
    other.health = TestBridge.health();
    await probed;
    expect(await count()).toBe(2);
  });

  it('none serves: the failure is that of the one that has served', async () => {
    other.health = WAITS;
    await bridges.probe(5_000);
    await one.stop();
    await expect(bridges.probe(5_000)).rejects.toThrow('ECONNREFUSED');
    await one.restart();
  });

  it('none is known', async () => {
    await expect(count()).rejects.toThrow('none is known');
    addresses = [];
    await expect(bridges.probe(5_000)).rejects.toThrow('none has said to the database where it is');
  });

  it('a new one is found where it says it is', async () => {
    addresses = [one.url];
    await bridges.probe(5_000);
    one.health = WAITS;
    addresses = [one.url, other.url];
    await bridges.probe(5_000);
    expect(await count()).toBe(2);
  });

  describe('one stands still', () => {
    let chatServer: ProsodyChatServer;
    beforeEach(async () => {
      other.health = WAITS;
      chatServer = new ProsodyChatServer({
        ...{ url: () => addresses, token: TEST_TOKEN, domain: 'example.org' },
        log: { info: () => undefined, warn: () => undefined },
        ...{ questionTimeoutMs: 600_000, probeEveryMs: 50 },
      });
      expect(await chatServer.localSessionCount()).toBe(1);
      one.health = () => undefined;
    });
    afterEach(() => chatServer.close());
    const silent = (call: string) => {
      const asked = new Promise<void>((resolve) => one.answers.set(call, () => resolve()));
      return asked;
    };

    it('a question that it was asked is asked the one that has taken over', async () => {
      const asked = silent('GET /bridge/sessions/count');
      const count = chatServer.localSessionCount();
      await asked;
      other.health = TestBridge.health();
      expect(await count).toBe(2);
    });

    it('a command that it was given fails, and is given to no other', async () => {
      const asked = silent('POST /bridge/broadcast');
      const told = chatServer.broadcast('hello').catch((error: unknown) => error);
      await asked;
      other.health = TestBridge.health();
      expect(await told).toBeInstanceOf(ChatServerAway);
      expect(other.calls.filter(({ call }) => call === 'POST /bridge/broadcast')).toEqual([]);
    });
  });

  it('a question that fails with its chat server is asked the one that has taken over', async () => {
    other.health = WAITS;
    const chatServer = new ProsodyChatServer({
      ...{ url: () => addresses, token: TEST_TOKEN, domain: 'example.org' },
      log: { info: () => undefined, warn: () => undefined },
    });
    expect(await chatServer.localSessionCount()).toBe(1);
    [one.health, other.health] = [WAITS, TestBridge.health()];
    one.answers.set('GET /bridge/sessions/count', (response) => response.destroy());
    expect(await chatServer.localSessionCount()).toBe(2);
    chatServer.close();
  });
});
