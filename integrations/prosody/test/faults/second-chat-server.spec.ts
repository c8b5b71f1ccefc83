import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ChatClient } from '../../src/chat-client.js';
import { ProsodyControl } from '../../src/prosody-control.js';
import { passwordOf, World } from '../../src/world.js';
import { aRoom, newName, Room } from '../room-scene.js';
import type { TransportName } from '../../src/transport.js';
import { heard, isAttached, speak } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Two Prosody on one database', ['prosody']);

suite('Two Prosody on one database', () => {
  let world: World;
  let second: ProsodyControl;

  beforeAll(async () => {
    world = await World.start({ prosody: { chat_instance: 'first' } });
    await world.accounts('ann', 'bob');
    second = await ProsodyControl.launch(world.domain, world.engine, { chat_instance: 'second' });
  });
  afterAll(async () => {
    await second?.remove();
    await world?.stop();
  });

  const loginAtSecond = (transport: TransportName) =>
    ChatClient.login(transport, second.place, {
      username: 'bob',
      password: passwordOf('bob'),
    });

  const isActive = async ({ url }: ProsodyControl) =>
    (await fetch(`${url}/bridge/active`)).status === 200;

  it('the second listens for no client, serves nobody and says why', async () => {
    await expect(loginAtSecond('tcp')).rejects.toThrow('ECONNREFUSED');
    for (const transport of ['websocket', 'bosh'] as const) {
      await expect(loginAtSecond(transport)).rejects.toThrow('remote-connection-failed');
    }
    expect(second.output()).toContain('Another chat server is attached to the database: first');
    expect([await isActive(world.prosody), await isActive(second)]).toEqual([true, false]);
    expect((await fetch(`${second.url}/bridge/alive`)).status).toBe(200);
    expect((await second.bridge('GET', '/bridge/health')).body).toMatchObject({ state: 'waiting' });
    expect((await second.bridge('GET', '/bridge/sessions')).status).toBe(503);
  });

  it('one that lacks a part does not run, and leaves the database to others', async () => {
    const settings = { chat_instance: 'third', chat_bridge_token: '' };
    await expect(ProsodyControl.launch(world.domain, world.engine, settings)).rejects.toThrow(
      'mod_chat_bridge is not loaded',
    );
  });

  it('the first goes on, and temporary rooms with it', async () => {
    const ann = await world.online('ann', { transport: 'websocket' });
    const corner = new Room(world, newName('corner'));
    await ann.join(corner.jid, 'Ann');
    expect(await corner.status()).toBe(200);
    expect(second.output()).not.toContain('Attached to the database');
    await ann.close();
  });

  it('the second takes over when the first is killed', async () => {
    const ann = await world.online('ann', { transport: 'websocket' });
    const corner = new Room(world, newName('corner'));
    await ann.join(corner.jid, 'Ann');
    const hall = await aRoom(world);
    await world.prosody.kill();
    await second.untilAttached();
    expect(await corner.status()).toBe(404);
    const bob = await loginAtSecond('tcp');
    await bob.join(hall.jid, 'Bob');
    await bob.close();
  });

  it('the first waits in its turn when it comes back', async () => {
    await world.prosody.startAgain();
    expect(await isAttached(world)).toBe(false);
    expect(await isActive(world.prosody)).toBe(false);
    await until('it says why', () =>
      world.prosody.output().includes('Another chat server is attached to the database: second'),
    );
    await second.stop();
    await world.prosody.untilAttached();
    await (await world.login('ann', { transport: 'websocket' })).close();
    await (await world.login('ann')).close();
  });

  it('the second takes over from one that stands still, and nothing that this one was sent is delivered', async () => {
    await second.startAgain();
    const hall = await aRoom(world, { logEnabled: true });
    const ann = await world.online('ann', { transport: 'websocket' });
    await ann.join(hall.jid, 'Ann');
    await ann.say(hall.jid, 'before');
    await world.prosody.standsStill();
    await speak(ann, hall, 'to the frozen one');
    await second.untilAttached();
    const bob = await loginAtSecond('tcp');
    await bob.join(hall.jid, 'Bob');
    await bob.say(hall.jid, 'after');
    world.prosody.resume();
    expect(await world.prosody.ended()).toBe(75);
    await ann.ended;
    expect(heard(ann, hall)).toEqual(['before']);
    expect(heard(bob, hall)).toEqual(['after']);
    const kept = `select body from room_message join room on room.id = room_id where name = $1`;
    const rows = await world.sql<{ body: string | null }>(kept, [hall.name]);
    expect(rows.map(({ body }) => body).sort()).toEqual(['after', 'before']);
    await bob.close();
    await world.prosody.startAgain();
    expect(await isActive(world.prosody)).toBe(false);
  });
});
