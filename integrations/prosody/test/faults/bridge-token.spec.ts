import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ProsodyChatServer } from '@chat-admin/prosody-bridge/prosody-chat-server';
import type { Api } from '../../src/api.js';
import { BRIDGE_TOKEN } from '../../src/prosody-control.js';
import { World } from '../../src/world.js';
import { AWAY, question, untilLost, untilReached } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'The token of the bridge is wrong', ['prosody']);

const WRONG = 'token-of-yesterday';

suite('The token of the bridge is wrong', () => {
  let world: World;
  let chatServer: ProsodyChatServer;
  let api: Api;
  const log: string[] = [];

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
    chatServer = new ProsodyChatServer({
      url: world.prosody.url,
      token: WRONG,
      domain: world.domain,
      log: { info: (line) => log.push(line), warn: (line) => log.push(line) },
      probeAwayEveryMs: 50,
    });
    chatServer.start();
    api = await world.anotherApi({}, { chatServer });
  });
  afterAll(async () => {
    chatServer?.close();
    await world?.stop();
  });

  it('questions are answered with 503, changes are stored and caught up', async () => {
    await untilLost(api);
    expect(await question(api)).toMatchObject(AWAY);
    expect((await question(world.api)).status).toBe(200);
    const ann = await world.online('ann');
    await api.done('POST', '/lockouts/ann');
    expect(chatServer.deferredNotices).toBe(1);
    expect(await ann.ended).toBe('not-authorized');
  });

  it('the log says so, once, without the token', async () => {
    const probes = () => world.prosody.bridge('GET', '/bridge/health', undefined, WRONG);
    expect((await probes()).status).toBe(401);
    for (let times = 0; times < 5; times++) await question(api);
    const [line, ...more] = log;
    expect(line).toBe('The chat server is unavailable: it refuses the token (CHAT_SERVER_TOKEN)');
    expect(more).toEqual([]);
    for (const text of [...log, world.prosody.output()]) {
      expect(text).not.toContain(WRONG);
      expect(text).not.toContain(BRIDGE_TOKEN);
    }
  });

  it('the right one works', async () => {
    const corrected = await world.anotherApi({ chatServerToken: BRIDGE_TOKEN });
    await untilReached(corrected);
    const bob = await world.online('bob');
    await corrected.done('DELETE', '/sessions/bob');
    expect(await bob.ended).toBe('not-authorized');
    await until('nobody is left', async () => {
      const { sessions } = (await question(corrected)).json<{ sessions: unknown[] }>();
      return sessions.length === 0;
    });
  });
});
