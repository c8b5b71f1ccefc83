import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ChatClient } from '../../src/chat-client.js';
import { ProsodyControl } from '../../src/prosody-control.js';
import { passwordOf, World } from '../../src/world.js';
import { aRoom, newName, Room, standing } from '../room-scene.js';
import type { TransportName } from '../../src/transport.js';
import { heard, isAttached, question, speak, untilReached } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Two Prosody on one database', ['prosody']);

suite('Two Prosody on one database', () => {
  let world: World;
  let second: ProsodyControl;
  let corner: Room;
  let finding: Awaited<ReturnType<World['anotherApi']>>;

  beforeAll(async () => {
    const prosody = { chat_instance: 'first' };
    world = await World.start({ breakablePostgres: true, prosody });
    await world.accounts('ann', 'bob');
    const settings = { chat_instance: 'second' };
    second = await ProsodyControl.launch(world.domain, world.engine, settings);
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
    const storage = await second.bridge('GET', '/bridge/files/storage');
    expect(storage).toEqual(await second.bridge('GET', '/bridge/files/storage'));
    expect(storage.body).toEqual({ storage: expect.stringMatching(/^\S+$/) as string });
    expect(await world.prosody.bridge('GET', '/bridge/files/storage')).not.toEqual(storage);
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

  const leases = () =>
    world.sql<{ node: string; state: string; epoch: string; beat: number }>(
      'select node, state, epoch, beat::integer as beat from engine_node order by node',
    );

  it('another one of the same name waits for its own, and says why', async () => {
    const settings = { chat_instance: 'first', chat_lease: 5 };
    const twin = await ProsodyControl.launch(world.domain, world.engine, settings);
    await until('it says why', () =>
      twin.output().includes('Another chat server has the same name: first. Give each a'),
    );
    expect([await isActive(world.prosody), await isActive(twin)]).toEqual([true, false]);
    await twin.remove();
    expect(await isActive(world.prosody)).toBe(true);
  });

  it('a slow database ends no lease', async () => {
    const [before] = await leases();
    const unlock = await world.lock('account_credential'); // which logins and joining need
    await until('it does without', async () => {
      await expect(world.login('ann', { transport: 'websocket' })).rejects.toThrow();
      return !(await isAttached(world));
    });
    await until('its lease would have ended without renewals', async () => {
      const [now] = await leases();
      return now!.beat > before!.beat + 5;
    });
    expect(await isAttached(world)).toBe(false);
    await unlock();
    await world.prosody.untilAttached();
    const [after] = await leases();
    expect(after).toMatchObject({ node: 'first', state: 'active', epoch: before!.epoch });
    await (await world.login('ann', { transport: 'websocket' })).close();
  });

  it('PostgreSQL restarts: the first goes on, whoever is back first', async () => {
    const ann = await world.online('ann', { transport: 'websocket' });
    const [before] = await leases();
    await world.sql('checkpoint'); // it is not durable
    await world.postgres.kill();
    await until('its loss is noticed', async () => !(await isAttached(world)));
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    await until('the second sees it serve', async () => {
      const since = `select from engine_node where node = 'second' and state = 'waiting'
        and renewed_at > (select min(backend_start) from pg_stat_activity where application_name = 'second')`;
      return (await world.sql(since)).length > 0;
    });
    const [after] = await leases();
    expect(after).toMatchObject({ node: 'first', state: 'active', epoch: before!.epoch });
    await ann.close();
  });

  it('an API that is told of none finds the one that serves, in networks that it may call', async () => {
    finding = await world.anotherApi({ chatServerUrl: null });
    const chatServerNetworks = ['192.0.2.0/24'];
    const elsewhere = await world.anotherApi({ chatServerUrl: null, chatServerNetworks });
    expect((await question(finding)).status).toBe(200);
    expect((await question(elsewhere)).status).toBe(503);
    await elsewhere.close();
  });

  it('the second takes over when the first is killed', async () => {
    const ann = await world.online('ann', { transport: 'websocket' });
    corner = new Room(world, newName('corner'));
    await ann.join(corner.jid, 'Ann');
    const hall = await aRoom(world);
    await world.prosody.kill();
    await second.untilAttached();
    await untilReached(finding);
    expect(await corner.status()).toBe(200);
    const bob = await loginAtSecond('tcp');
    await bob.join(hall.jid, 'Bob');
    await bob.join(corner.jid, 'Bob');
  });

  it('the first waits in its turn when it comes back, and temporary rooms outlive the second one, too', async () => {
    await world.prosody.startAgain();
    expect(await isAttached(world)).toBe(false);
    expect(await isActive(world.prosody)).toBe(false);
    await until('it says why', () =>
      world.prosody.output().includes('Another chat server is attached to the database: second'),
    );
    await second.stop();
    await world.prosody.untilAttached();
    await (await world.login('ann', { transport: 'websocket' })).close();
    const ann = await world.online('ann');
    expect(standing(await ann.join(corner.jid, 'Ann')).affiliation).toBe('owner');
    await ann.close();
    await until('the temporary room is gone', async () => (await corner.status()) === 404);
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
