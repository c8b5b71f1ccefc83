import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../../src/chat-client.js';
import { World } from '../../src/world.js';
import { aRoom, isGone, presenceOf, type Room } from '../room-scene.js';
import { AWAY, question, untilLost, untilReached } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Prosody is frozen', ['prosody']);

const MANY = Array.from({ length: 40 }, (_, index) => `user-${index}`);

suite('Prosody is frozen', () => {
  let world: World;
  let room: Room;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', ...MANY);
    room = await aRoom(world);
    ann = await world.online('ann');
    bob = await world.online('bob');
    await bob.join(room.jid, 'Bob');
  });
  afterAll(() => world?.stop());

  it('for seconds: it is busy, and answers when it goes on', async () => {
    world.prosody.pause();
    const asked = question(world.api);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await world.api.call('GET', '/system/readiness')).status).toBe(200);
    }
    const answered = await Promise.race([asked, 'not yet']);
    expect(answered).toBe('not yet');
    world.prosody.resume();
    expect(await asked).toMatchObject({ status: 200 });
  });

  it('for longer: the API answers all the same', async () => {
    world.prosody.pause();
    await untilLost(world.api);
    expect(await question(world.api)).toMatchObject(AWAY);
    expect((await world.api.call('GET', '/system/readiness')).status).toBe(503);
    expect((await world.api.call('GET', '/system/liveness')).status).toBe(200);
  });

  // If each of them waited for Prosody, they would take longer than a test may.
  it('changes do not wait for it', async () => {
    for (const name of MANY) await world.api.done('POST', `/lockouts/${name}`);
    await world.api.done('POST', '/lockouts/ann');
    await world.api.done('POST', room.path('/outcasts/bob@example.org'));
  });

  it('when it goes on, so does everything, and changes have taken effect', async () => {
    world.prosody.resume();
    await untilReached(world.api);
    expect(await ann.ended).toBe('not-authorized');
    await presenceOf(bob, room, 'Bob', isGone);
    expect(await room.occupants()).toEqual([]);
    await world.api.done('DELETE', '/sessions/bob');
    expect(await bob.ended).toBe('not-authorized');
  });
});
