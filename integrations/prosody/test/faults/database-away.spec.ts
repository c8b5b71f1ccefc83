import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import type { TransportName } from '../../src/transport.js';
import { World } from '../../src/world.js';
import { administer, aRoom, configure, newName, Room, saying } from '../room-scene.js';
import {
  chat,
  contact,
  contacts,
  isAttached,
  ping,
  question,
  remembered,
  TROUBLE,
  untilLost,
  untilReached,
} from './fault-scene.js';

const suite = await suiteNeeds(describe, 'PostgreSQL goes away', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];

suite('PostgreSQL goes away', () => {
  let world: World;
  let logged: Room;
  let corner: Room;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', 'bob', 'joe');
    logged = await aRoom(world, { logEnabled: true });
    corner = new Room(world, newName('corner'));
    [ann, bob] = [await world.online('ann'), await world.online('bob', { transport: 'websocket' })];
    await ann.join(corner.jid, 'Ann');
    await configure(ann, corner, { 'muc#roomconfig_enablelogging': '0' });
    await bob.join(corner.jid, 'Bob');
    for (const [client, name] of [
      [ann, 'Ann'],
      [bob, 'Bob'],
    ] as const) {
      await client.join(logged.jid, name);
    }
  });
  afterAll(() => world?.stop());

  const lockHolders = () =>
    world.sql(
      `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );

  describe.each(['kill', 'stop'] as const)('%s', (how) => {
    beforeAll(() => world.postgres[how]());

    it('people go on talking', async () => {
      await ping(ann, world.domain);
      await chat(ann, bob, `still here (${how})`);
      await bob.nextMessage(saying(`still here (${how})`));
      await bob.say(corner.jid, `here, too (${how})`);
      await ann.nextMessage(saying(`here, too (${how})`));
    });

    it('what cannot be stored is refused', async () => {
      await expect(ann.say(logged.jid, `lost (${how})`)).rejects.toEqual(TROUBLE);
      await expect(ann.set(contact({ jid: 'zoe@example.org' }))).rejects.toEqual(TROUBLE);
      const ban = { jid: 'joe@example.org', affiliation: 'outcast' };
      await expect(administer(ann, logged, ban)).rejects.toEqual(TROUBLE);
    });

    it.each(transports)('nobody is told over %s that a password is wrong', async (transport) => {
      await expect(world.login('joe', { transport })).rejects.toThrow('remote-connection-failed');
    });

    it('the API is alive, but not ready, and knows that Prosody cannot serve', async () => {
      expect((await world.api.call('GET', '/system/liveness')).status).toBe(200);
      const readiness = await world.api.call('GET', '/system/readiness');
      expect([readiness.status, readiness.text]).toEqual([
        503,
        expect.stringContaining('readiness/server'),
      ]);
      await untilLost(world.api);
      expect(await isAttached(world)).toBe(false);
    });

    describe('and comes back', () => {
      beforeAll(async () => {
        await world.postgres.startAgain();
        await untilReached(world.api);
      });

      it('Prosody is attached again, alone', async () => {
        expect(await isAttached(world)).toBe(true);
        expect(await lockHolders()).toHaveLength(1);
      });

      it('nobody was lost: neither people nor rooms with people in them', async () => {
        const { sessions } = (await question(world.api)).json<{
          sessions: { sessionId: string }[];
        }>();
        const jids = sessions.map(({ sessionId }) => sessionId).sort();
        expect(jids).toEqual([ann.jid, bob.jid].sort());
        for (const room of [logged, corner]) {
          const present = (await room.occupants()).map(({ userAddress }) => userAddress);
          expect(present).toEqual([ann.jid, bob.jid]);
        }
        expect((await corner.document()).persistent).toBe(false);
      });

      it('nothing is left of what was refused', async () => {
        expect(await remembered(world.api, logged)).not.toContain(`lost (${how})`);
        expect(bob.take(saying(`lost (${how})`))).toEqual([]);
        expect(await contacts(ann)).toEqual([]);
        expect((await logged.document()).outcasts).toEqual([]);
      });

      it('everything works again', async () => {
        await ann.say(logged.jid, `again (${how})`);
        expect(await remembered(world.api, logged)).toContain(`again (${how})`);
        await ann.set(contact({ jid: 'zoe@example.org' }));
        expect(await contacts(ann)).toEqual(['zoe@example.org none']);
        await ann.set(contact({ jid: 'zoe@example.org', subscription: 'remove' }));
        await administer(ann, logged, { jid: 'joe@example.org', affiliation: 'outcast' });
        expect((await logged.document()).outcasts).toEqual(['joe@example.org']);
        await administer(ann, logged, { jid: 'joe@example.org', affiliation: 'none' });
        for (const transport of transports) await (await world.login('joe', { transport })).close();
        await world.api.done('POST', '/lockouts/joe');
        await world.api.done('DELETE', '/lockouts/joe');
        await until('nobody else is left', async () => {
          const { sessions } = (await question(world.api)).json<{ sessions: unknown[] }>();
          return sessions.length === 2;
        });
      });
    });
  });
});
