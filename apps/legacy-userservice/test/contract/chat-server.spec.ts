import { TEST_TOKEN, TestBridge } from '@chat-admin/prosody-bridge/testing/test-bridge';
import { expectReply, TestUserService } from '../support/user-service.js';

describe('a chat server at CHAT_SERVER_URL', () => {
  let bridge: TestBridge;
  let service: TestUserService;
  beforeAll(async () => {
    bridge = await TestBridge.start();
    service = await TestUserService.start({
      chatServerUrl: bridge.url,
      chatServerToken: TEST_TOKEN,
    });
  });
  afterAll(async () => {
    await service.stop();
    await bridge.stop();
  });
  beforeEach(async () => {
    await service.seed();
    bridge.calls.length = 0;
  });
  const done = async (parameters: Record<string, string>) =>
    expectReply(await service.call(parameters), '<result>OK</result>');

  it('is notified of a lockout', async () => {
    await done({ type: 'disable', username: 'ann' });
    expect(bridge.calls.map(({ call, body }) => [call, body])).toEqual([
      ['POST /bridge/users', { usernames: ['ann'], event: 'locked' }],
    ]);
  });

  it('is notified of a roster', async () => {
    await done({ type: 'delete_roster', username: 'ann', item_jid: 'bob@example.org' });
    expect(bridge.calls.map(({ call, body }) => [call, body])).toEqual([
      ['POST /bridge/rosters', { usernames: ['ann'] }],
    ]);
  });

  it('that is unavailable changes no reply', async () => {
    await bridge.stop();
    try {
      await done({ type: 'disable', username: 'ann' });
      await done({ type: 'enable', username: 'ann' });
      await done({ type: 'delete', username: 'ann' });
    } finally {
      await bridge.restart();
    }
  });
});
