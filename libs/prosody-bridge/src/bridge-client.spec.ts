import { BridgeClient, BridgeFailure } from './bridge-client.js';
import type { BridgeCall } from './bridge-client.js';
import { countAnswer } from './bridge-documents.js';
import { refusal, TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const COUNT: BridgeCall = {
  method: 'GET',
  path: '/bridge/sessions/count',
  timeoutMs: 5_000,
  repeatable: true,
};

describe('BridgeClient', () => {
  let bridge: TestBridge;
  const clients: BridgeClient[] = [];
  const client = (changes: { token?: string; maxAnswerBytes?: number; url?: string } = {}) => {
    const made = new BridgeClient({ url: bridge.url, token: TEST_TOKEN, ...changes });
    clients.push(made);
    return made;
  };
  const failure = (call: Promise<unknown>): Promise<BridgeFailure> =>
    call.then(
      () => Promise.reject(new Error('it did not fail')),
      (error: BridgeFailure) => error,
    );
  beforeEach(async () => {
    bridge = await TestBridge.start();
    bridge.answers.set('GET /bridge/sessions/count', { count: 3 });
  });
  afterEach(async () => {
    for (const one of clients.splice(0)) one.close();
    await bridge.stop();
  });

  it('reuses one connection for sequential calls', async () => {
    const one = client();
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await one.call(COUNT, countAnswer)).toEqual({ count: 3 });
    }
    expect(bridge.connections).toBe(1);
  });

  it('uses a few connections for many concurrent calls', async () => {
    const one = client();
    await Promise.all(Array.from({ length: 100 }, () => one.call(COUNT, countAnswer)));
    expect(bridge.calls).toHaveLength(100);
    expect(bridge.connections).toBeLessThanOrEqual(12);
  });

  it('reports why there is no answer', async () => {
    await bridge.stop();
    expect(await failure(client().call(COUNT, countAnswer))).toMatchObject({
      message: 'no connection (ECONNREFUSED)',
      everything: true,
    });
    await bridge.restart();
  });

  it.each([
    [401, 'it refuses the token (CHAT_SERVER_TOKEN)', true],
    [403, 'it does not answer this address', true],
    [503, 'it is not attached to the database', true],
    [500, 'it answered 500', false],
    [404, 'it answered 404', false],
    [302, 'it answered 302', false],
  ])('treats %i as a failure', async (status, message, everything) => {
    bridge.answers.set('GET /bridge/sessions/count', refusal(status));
    const failed = await failure(client().call(COUNT, countAnswer));
    expect(failed).toBeInstanceOf(BridgeFailure);
    expect(failed).toMatchObject({ message, everything });
  });

  it.each([
    ['no number', { count: 'three' }],
    ['a negative count', { count: -1 }],
    ['no member', {}],
    ['a list', [3]],
    ['nothing', null],
  ])('refuses an answer with %s', async (_case, answer) => {
    bridge.answers.set('GET /bridge/sessions/count', (response) =>
      response.end(JSON.stringify(answer)),
    );
    expect(await failure(client().call(COUNT, countAnswer))).toMatchObject({
      message: 'its answer cannot be understood',
      everything: false,
    });
  });

  it('refuses an answer that is not JSON', async () => {
    bridge.answers.set('GET /bridge/sessions/count', (response) => response.end('<html>'));
    const { message } = await failure(client().call(COUNT, countAnswer));
    expect(message).toBe('its answer cannot be understood');
  });

  it('limits the time until an answer starts', async () => {
    bridge.answers.set('GET /bridge/sessions/count', () => undefined);
    expect(await failure(client().call({ ...COUNT, timeoutMs: 50 }, countAnswer))).toMatchObject({
      message: 'no answer within 50 ms',
      everything: true,
    });
  });

  it('limits the time until an answer ends', async () => {
    bridge.answers.set('GET /bridge/sessions/count', (response) => response.write('{"count"'));
    const { message } = await failure(client().call({ ...COUNT, timeoutMs: 50 }, countAnswer));
    expect(message).toBe('no answer within 50 ms');
  });

  it('refuses an answer that is too large', async () => {
    bridge.answers.set('GET /bridge/sessions/count', { count: 3, more: 'x'.repeat(10_000) });
    const small = client({ maxAnswerBytes: 1_000 });
    expect((await failure(small.call(COUNT, countAnswer))).message).toBe('its answer is too long');
  });

  it('detects a truncated answer', async () => {
    bridge.answers.set('GET /bridge/sessions/count', (response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"count"', () => response.destroy());
    });
    expect((await failure(client().call(COUNT, countAnswer))).message).toBe(
      'the connection was closed',
    );
  });

  describe('if a kept-alive connection turns out to be closed', () => {
    const POST: BridgeCall = { ...COUNT, method: 'POST', path: '/bridge/broadcast', body: {} };
    /** Breaks the connection of the first call over a reused one. */
    const breakOnce = (answer: object): void => {
      let broken = false;
      bridge.answers.set('POST /bridge/broadcast', (response) => {
        if (broken) return void response.end(JSON.stringify(answer));
        broken = true;
        response.destroy();
      });
    };

    it('repeats idempotent calls once, over a new connection', async () => {
      const one = client();
      await one.call(COUNT, countAnswer);
      breakOnce({ count: 7 });
      expect(await one.call(POST, countAnswer)).toEqual({ count: 7 });
      expect(bridge.connections).toBe(2);
    });

    it('does not repeat calls that are not idempotent', async () => {
      const one = client();
      await one.call(COUNT, countAnswer);
      breakOnce({ count: 7 });
      const failed = await failure(one.call({ ...POST, repeatable: false }, countAnswer));
      expect(failed.message).toBe('no connection (ECONNRESET)');
    });

    it('does not repeat over a new connection', async () => {
      breakOnce({ count: 7 });
      expect((await failure(client().call(POST, countAnswer))).message).toBe(
        'no connection (ECONNRESET)',
      );
    });
  });

  it.each([false, true])('fails pending calls when it is closed (kept alive: %p)', async (kept) => {
    const one = client();
    if (kept) await one.call(COUNT, countAnswer);
    const asked = new Promise<void>((resolve) =>
      bridge.answers.set('GET /bridge/sessions/count', () => resolve()),
    );
    const failed = failure(one.call(COUNT, countAnswer));
    await asked;
    one.close();
    expect(await failed).toBeInstanceOf(BridgeFailure);
    expect((await failure(one.call(COUNT, countAnswer))).message).toBe('the client is closed');
    expect(bridge.calls).toHaveLength(kept ? 2 : 1);
  });

  it('never reveals the token', async () => {
    const wrong = client({ token: 'a-wrong-token' });
    const failed = await failure(wrong.call(COUNT, countAnswer));
    expect(`${failed.stack} ${JSON.stringify(failed)}`).not.toContain('a-wrong-token');
  });
});
