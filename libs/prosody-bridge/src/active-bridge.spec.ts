import { until } from '@chat-admin/debian-programs/until';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import { ActiveBridge } from './active-bridge.js';
import { BridgeFailure } from './bridge-client.js';
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

  it('so is one that says only then where it is', async () => {
    addresses = [one.url];
    await bridges.probe(5_000);
    one.health = () => undefined;
    const probed = bridges.probe(60_000);
    addresses = [one.url, other.url];
    await probed;
    expect(await count()).toBe(2);
  });

  it('a call ends in its time, also while nobody knows who serves', async () => {
    await bridges.probe(5_000);
    one.answers.set('GET /bridge/sessions/count', (response) => response.destroy());
    const doubt = () => new Promise<boolean>(() => undefined);
    await expect(
      bridges.callWhoServes({ ...COUNT, timeoutMs: 500 }, countAnswer, doubt),
    ).rejects.toBeInstanceOf(BridgeFailure);
  });

  it('none serves: the failure is that of the one that has served', async () => {
    other.health = WAITS;
    await bridges.probe(5_000);
    await one.stop();
    await expect(bridges.probe(5_000)).rejects.toThrow('ECONNREFUSED');
    await one.restart();
  });

  it('a domain without one has none, which is no fault, until one says where it is', async () => {
    const told: string[] = [];
    let known: string[] | null = null;
    const chatServer = new ProsodyChatServer({
      ...{ url: () => known, token: TEST_TOKEN, domain: 'example.org', probeAwayEveryMs: 10 },
      log: { info: (line) => told.push(line), warn: (line) => told.push(line) },
    });
    await expect(chatServer.localSessionCount()).rejects.toBeInstanceOf(ChatServerAway);
    expect([chatServer.attachment, told]).toEqual(['none', []]);
    known = [one.url];
    await until('it is found', () => chatServer.attachment === 'tried' && chatServer.up);
    expect(told).toEqual(['The chat server is available']);
    known = [];
    await one.stop();
    await until('it is missed', () => !chatServer.up || (chatServer.look(), false));
    expect(chatServer.attachment).toBe('tried');
    expect(told.at(-1)).toBe('The chat server is unavailable: none serves, and none waits');
    chatServer.close();
    await one.restart();
  });

  it('is called where the look-up of its name says', async () => {
    const asked: string[] = [];
    const lookup: LookupFunction = (name, { all }, callback) => {
      asked.push(name);
      if (name === 'elsewhere') callback(Object.assign(new Error(), { code: 'outside' }), []);
      else if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    };
    const named = new ActiveBridge({
      ...{ token: TEST_TOKEN, domain: 'example.org', addresses: () => addresses },
      connection: { lookup },
    });
    addresses = [`http://chat-1:${one.port}`];
    await named.probe(5_000);
    expect(named.address).toBe(addresses[0]);
    addresses = [`http://elsewhere:${other.port}`];
    await expect(named.probe(5_000)).rejects.toThrow('no connection (outside)');
    expect([asked, other.connections]).toEqual([['chat-1', 'elsewhere'], 0]);
    named.close();
  });

  it('has to have the certificate of the domain, whatever its address', async () => {
    const [own, foreign] = [certificateOf('example.org'), certificateOf('127.0.0.1')];
    const servers = [own, foreign].map((pair) =>
      createServer(pair, (_, response) => response.end(JSON.stringify(TestBridge.health()))),
    );
    const urls: string[] = [];
    for (const server of servers) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      urls.push(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
    const secured = new ActiveBridge({
      ...{ token: TEST_TOKEN, domain: 'example.org', addresses: () => addresses },
      connection: { servername: 'example.org', ca: [own.cert, foreign.cert] },
    });
    addresses = [urls[1]!];
    await expect(secured.probe(5_000)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
    addresses = [urls[0]!];
    await secured.probe(5_000);
    expect(secured.address).toBe(urls[0]);
    secured.close();
    for (const server of servers) server.close();
  });

  it('none is known', async () => {
    await expect(count()).rejects.toThrow('none is known');
    addresses = [];
    await expect(bridges.probe(5_000)).rejects.toThrow('none serves, and none waits');
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

    it('a command that does no harm twice is given to the one that has taken over', async () => {
      const asked = silent('POST /bridge/sessions/close');
      other.answers.set('POST /bridge/sessions/close', { closed: 1 });
      const closed = chatServer.closeSessions('ann' as Localpart, null);
      await asked;
      other.health = TestBridge.health({ node: 'engine-2' });
      expect(await closed).toBe(true);
      expect([chatServer.nodeId, chatServer.takeovers]).toEqual(['engine-2', 1]);
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

/** Self-signed, with the name or address as its only one. */
function certificateOf(name: string): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'active-bridge-'));
  const [cert, key] = [join(folder, 'cert'), join(folder, 'key')];
  const kind = /^[\d.]+$/.test(name) ? 'IP' : 'DNS';
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
        ...['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=${kind}:${name}`],
        ...['-keyout', key, '-out', cert],
      ],
      { stdio: 'pipe' },
    );
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
