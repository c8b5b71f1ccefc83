import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ChatClient } from '../../src/chat-client.js';
import { ProsodyControl } from '../../src/prosody-control.js';
import { passwordOf, World } from '../../src/world.js';
import { aRoom, type Room } from '../room-scene.js';
import { heard, question, speak } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Chat servers that fail again and again', ['prosody']);

const ROUNDS = Number(process.env['TAKEOVER_ROUNDS'] ?? 20);
const REPLACED = 75;

const FAULTS = {
  killed: (one: ProsodyControl) => one.kill(),
  stopped: (one: ProsodyControl) => one.stop(),
  frozen: (one: ProsodyControl) => one.standsStill(),
};

suite('Chat servers that fail again and again', () => {
  let world: World;
  let servers: [ProsodyControl, ProsodyControl];
  /** one told where the chat servers are, one that finds them */
  let apis: Awaited<ReturnType<World['anotherApi']>>[];
  let room: Room;
  let made = 0;

  beforeAll(async () => {
    world = await World.start({ prosody: { chat_instance: 'first' } });
    await world.accounts('ann', 'bob');
    const settings = { chat_instance: 'second' };
    const second = await ProsodyControl.launch(world.domain, world.engine, settings);
    servers = [world.prosody, second];
    const urls = servers.map(({ url }) => url).join(',');
    apis = await Promise.all(
      [urls, null].map((chatServerUrl) => world.anotherApi({ chatServerUrl })),
    );
    room = await aRoom(world, { logEnabled: true });
  });
  afterAll(async () => {
    await servers?.[1].remove();
    await world?.stop();
  });

  const serves = async ({ url }: ProsodyControl) => {
    const timed = { signal: AbortSignal.timeout(1_000) };
    const reply = await fetch(`${url}/bridge/active`, timed).catch(() => null);
    return reply?.status === 200;
  };
  const loginAt = ({ place }: ProsodyControl, username: string) =>
    ChatClient.login('websocket', place, { username, password: passwordOf(username) });
  const stored = async () => {
    const [row] = await world.sql<{ count: number }>(
      `select count(*)::integer as count from account where username like 'made-%'`,
    );
    return row!.count;
  };

  it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
    'is %s: the other one serves, nothing acknowledged is lost, nothing is delivered by the former',
    async (fault) => {
      const gaps: { chat: number; api: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [former, next] = (await serves(servers[0])) ? servers : [servers[1], servers[0]];
        await until('the other one waits', async () => {
          const [row] = await world.sql<{ count: number }>(
            `select count(*)::integer as count from engine_node where state = 'waiting'`,
          );
          return row!.count === 1;
        });
        const ann = await loginAt(former, 'ann');
        await ann.available();
        await ann.join(room.jid, 'Ann');
        let writing = true;
        const writes = (async () => {
          while (writing) {
            const username = `made-${made}`;
            await world.api.done('POST', '/users', { username, password: 'p1-secret' });
            made += 1;
          }
        })();
        const since = performance.now();
        await FAULTS[fault](former);
        if (fault === 'frozen') await speak(ann, room, `late ${round}`);
        let [chat, answered] = [0, 0];
        await Promise.all([
          until('people log in', async () => {
            const bob = await loginAt(next, 'bob').catch((error: Error) => {
              expect(error.message).not.toContain('not-authorized');
              return null;
            });
            if (bob === null) return false;
            chat = performance.now() - since;
            await bob.close();
            return true;
          }),
          until('the API answers', async () => {
            const answers = await Promise.all(apis.map(question));
            if (!answers.every(({ status }) => status === 200) || !(await serves(next)))
              return false;
            answered = performance.now() - since;
            return true;
          }),
        ]);
        gaps.push({ chat, api: answered });
        writing = false;
        await writes;
        if (fault === 'frozen') {
          former.resume();
          expect(await former.ended()).toBe(REPLACED);
          await ann.ended;
          expect(heard(ann, room)).toEqual([]);
        }
        await former.startAgain();
        expect([await serves(former), await serves(next)]).toEqual([false, true]);
        expect(await stored()).toBe(made);
      }
      const late = `select from room_message where body like 'late %'`;
      expect(await world.sql(late)).toEqual([]);
      process.stdout.write(`${fault}: ${figures(gaps)}\n`);
    },
    ROUNDS * 40_000,
  );
});

function figures(gaps: readonly { readonly chat: number; readonly api: number }[]): string {
  return (['chat', 'api'] as const)
    .map((what) => {
      const sorted = gaps.map((gap) => Math.round(gap[what])).sort((one, other) => one - other);
      const at = (part: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
      return `${what} p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms`;
    })
    .join(', ');
}
