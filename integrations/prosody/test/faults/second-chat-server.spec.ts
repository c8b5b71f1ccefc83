import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ChatClient } from '../../src/chat-client.js';
import { ProsodyControl } from '../../src/prosody-control.js';
import { passwordOf, World } from '../../src/world.js';
import { aRoom, newName, Room } from '../room-scene.js';
import { isAttached } from './fault-scene.js';

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

  const transports = ['tcp', 'websocket', 'bosh'] as const;
  const loginAtSecond = (transport: (typeof transports)[number]) =>
    ChatClient.login(transport, second.place, {
      username: 'bob',
      password: passwordOf('bob'),
    });

  it('the second serves nobody and says why', async () => {
    for (const transport of transports) {
      await expect(loginAtSecond(transport)).rejects.toThrow('remote-connection-failed');
    }
    expect(second.output()).toContain('Another chat server is attached to the database: first');
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
    await until('it says why', () =>
      world.prosody.output().includes('Another chat server is attached to the database: second'),
    );
    await second.stop();
    await world.prosody.untilAttached();
    await (await world.login('ann', { transport: 'websocket' })).close();
  });
});
