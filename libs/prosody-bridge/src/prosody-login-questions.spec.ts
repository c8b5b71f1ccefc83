import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import { BridgeClient } from './bridge-client.js';
import { ProsodyLoginQuestions } from './prosody-login-questions.js';
import { refusal, TEST_TOKEN, TestBridge } from './testing/test-bridge.js';

const QUESTION = { id: 'q1', username: 'ola', password: 'secret', milliseconds: 7500 };

describe('ProsodyLoginQuestions', () => {
  let bridge: TestBridge;
  let client: BridgeClient;
  let observed: string[];
  let questions: ProsodyLoginQuestions;
  beforeEach(async () => {
    bridge = await TestBridge.start();
    observed = [];
    client = new BridgeClient({
      ...{ url: bridge.url, token: TEST_TOKEN },
      observer: (operation, outcome) => observed.push(`${operation} ${outcome}`),
    });
    questions = new ProsodyLoginQuestions(client);
  });
  afterEach(async () => {
    client.close();
    await bridge.stop();
  });
  const next = (stop = new AbortController()) => questions.next('here', stop.signal);

  it('are taken, and answered', async () => {
    bridge.answers.set('GET /bridge/questions', QUESTION);
    expect(await next()).toEqual(QUESTION);
    await questions.answer('q1', 'right');
    expect(bridge.calls).toEqual([
      { call: 'GET /bridge/questions', query: { instance: 'here' }, body: null },
      { call: 'POST /bridge/answers', query: {}, body: { id: 'q1', outcome: 'right' } },
    ]);
    expect(observed).toEqual(['answers ok']);
  });

  it('are none at the end of a poll', async () => {
    bridge.answers.set('GET /bridge/questions', (response) => {
      response.writeHead(204).end();
    });
    expect(await next()).toBeNull();
  });

  it('need no answer that comes too late', async () => {
    bridge.answers.set('POST /bridge/answers', refusal(410));
    await expect(questions.answer('q1', 'right')).resolves.toBeUndefined();
    bridge.answers.set('POST /bridge/answers', refusal(400));
    await expect(questions.answer('q1', 'right')).rejects.toMatchObject({ code: 400 });
  });

  it('fail where the chat server cannot be asked', async () => {
    bridge.answers.set('GET /bridge/questions', refusal(403));
    await expect(next()).rejects.toMatchObject({
      message: 'passwords pass by https or on the same machine alone',
    });
    bridge.answers.set('GET /bridge/questions', { ...QUESTION, id: 7 });
    await expect(next()).rejects.toMatchObject({ message: 'its answer cannot be understood' });
    bridge.answers.set('GET /bridge/questions', refusal(401));
    await expect(next()).rejects.toBeInstanceOf(ChatServerAway);
  });

  it('are no longer waited for when they are stopped', async () => {
    const stop = new AbortController();
    bridge.answers.set('GET /bridge/questions', () => stop.abort());
    await expect(next(stop)).rejects.toMatchObject({ message: 'it was stopped' });
    await expect(next(stop)).rejects.toMatchObject({ message: 'it was stopped' });
    expect(bridge.calls).toHaveLength(1);
  });
});
