import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../../src/chat-client.js';
import { xml } from '../../src/stanza.js';
import { World } from '../../src/world.js';
import { aRoom, type Room, saying } from '../room-scene.js';
import {
  chat,
  isAttached,
  ping,
  question,
  remembered,
  TROUBLE,
  untilLost,
  untilReached,
} from './fault-scene.js';

const suite = await suiteNeeds(describe, 'PostgreSQL is slow', ['prosody']);

suite('PostgreSQL is slow', () => {
  let world: World;
  let logged: Room;
  let corner: Room;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'joe');
    [ann, bob] = [await world.online('ann'), await world.online('bob')];
    [logged, corner] = [await aRoom(world, { logEnabled: true }), await aRoom(world)];
    for (const room of [logged, corner]) {
      await ann.join(room.jid, 'Ann');
      await bob.join(room.jid, 'Bob');
    }
  });
  afterAll(() => world?.stop());

  const people = async () =>
    (await question(world.api)).json<{ sessions: unknown[] }>().sessions.length;

  it('one table: what needs it is refused, all else goes on', async () => {
    const unlock = await world.lock('room_message');
    await expect(ann.say(logged.jid, 'lost')).rejects.toEqual(TROUBLE);
    expect(await isAttached(world)).toBe(true);
    expect(await people()).toBe(2);
    await ping(ann, world.domain);
    await chat(ann, bob, 'beside the room');
    await bob.nextMessage(saying('beside the room'));
    await bob.say(corner.jid, 'in another room');
    expect((await world.api.call('GET', '/users')).status).toBe(200);
    await unlock();
    await ann.say(logged.jid, 'kept');
    expect(await remembered(world.api, logged)).toEqual(['kept']);
  });

  it("one of Prosody's own tables: what needs it is refused after a second, all else goes on", async () => {
    const note = xml('note', { xmlns: 'note' }, 'x');
    const set = () => ann.set(xml('query', { xmlns: 'jabber:iq:private' }, note));
    const unlock = await world.lock('prosody', 'prosody');
    await expect(set()).rejects.toEqual(TROUBLE);
    expect(world.prosody.output()).toContain('canceling statement due to lock timeout');
    expect(await isAttached(world)).toBe(true);
    expect(await people()).toBe(2);
    await chat(ann, bob, 'beside the table');
    await bob.nextMessage(saying('beside the table'));
    await unlock();
    await set();
  });

  it('again and again: Prosody does without it for some time, and comes back by itself', async () => {
    const unlock = await world.lock('room_message');
    await expect(ann.say(logged.jid, 'first')).rejects.toEqual(TROUBLE);
    await expect(bob.say(logged.jid, 'second')).rejects.toEqual(TROUBLE);
    await untilLost(world.api);
    await expect(ann.say(logged.jid, 'third')).rejects.toEqual(TROUBLE);
    await bob.say(corner.jid, 'meanwhile');
    await untilReached(world.api);
    expect(await people()).toBe(2);
    await unlock();
    await ann.say(logged.jid, 'in the end');
    expect(await remembered(world.api, logged)).toEqual(['kept', 'in the end']);
  });

  it('accounts: a login that cannot be decided is not a wrong password', async () => {
    const unlock = await world.lock('account_credential');
    const login = world.login('joe');
    await expect(login).rejects.toThrow(/temporary-auth-failure|remote-connection-failed/);
    await ping(ann, world.domain);
    await unlock();
    await untilReached(world.api);
    await (await world.login('joe')).close();
  });
});
