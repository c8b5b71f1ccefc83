import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { World } from '../src/world.js';
import {
  aRoom,
  discover,
  discoverItems,
  isGone,
  MUC,
  MUC_USER,
  newName,
  presenceOf,
  Room,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Chat services', ['prosody']);

suite('Chat services', () => {
  let world: World;
  let ann: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    ann = await world.online('ann');
  });
  afterAll(() => stopUnharmed(world));

  const address = (service: string) => `${service}.${world.domain}`;
  const listed = async () => (await discoverItems(ann, world.domain)).items;
  const make = (serviceName: string, fields: object = {}) =>
    world.api.done('POST', '/chatservices', { serviceName, ...fields });

  it('the one of a fresh database is there', async () => {
    expect(await listed()).toContain(address('conference'));
    const { name, features } = await discover(ann, address('conference'));
    expect(name).toBe('Public Chatrooms');
    expect(features).toEqual(expect.arrayContaining([MUC, 'http://jabber.org/protocol/rsm']));
  });

  it('new ones answer at once', async () => {
    const service = newName('lab');
    await make(service, { description: 'Laboratory' });
    expect(await listed()).toContain(address(service));
    expect((await discover(ann, address(service))).name).toBe('Laboratory');
    const room = await aRoom(world, {}, service);
    await ann.join(room.jid, 'Ann');
    expect(await room.occupants()).toHaveLength(1);
    const made = new Room(world, newName(), service);
    await ann.join(made.jid, 'Ann');
    expect((await made.document()).owners).toEqual([ann.bareJid]);
  });

  it('hidden ones answer, but are not listed', async () => {
    const service = newName('staff');
    await make(service, { hidden: true });
    expect(await listed()).not.toContain(address(service));
    const room = await aRoom(world, {}, service);
    await ann.join(room.jid, 'Ann');
  });

  it('may have several labels', async () => {
    const service = `${newName('rooms')}.berlin`;
    await make(service);
    const room = await aRoom(world, {}, service);
    await ann.join(room.jid, 'Ann');
    expect(await room.occupants()).toHaveLength(1);
    expect(await listed()).toContain(address(service));
  });

  it('come with the room that names them', async () => {
    const service = newName('office');
    const room = await aRoom(world, {}, service);
    await ann.join(room.jid, 'Ann');
  });

  it('without a usable address do no harm', async () => {
    const service = 'not a name';
    await world.sql('insert into chat_service (name, hidden) values ($1, false)', [service]);
    const reply = await world.prosody.bridge('POST', '/bridge/services');
    expect(reply).toEqual({ status: 200, body: { activated: [], deactivated: [] } });
    await world.sql('delete from chat_service where name = $1', [service]);
  });

  it('rooms of the same name are different rooms', async () => {
    const service = newName('twin');
    await make(service);
    const name = newName();
    const [here, there] = [
      await aRoom(world, { roomName: name }),
      await aRoom(world, { roomName: name, description: 'twin' }, service),
    ];
    await ann.join(there.jid, 'Ann');
    expect([await here.occupants(), await there.occupants()].map(({ length }) => length)).toEqual([
      0, 1,
    ]);
  });

  it('go away with their rooms when their row is gone', async () => {
    const service = newName('gone');
    const room = await aRoom(world, {}, service);
    await ann.join(room.jid, 'Ann');
    await world.sql('delete from chat_service where name = $1', [service]);
    const told = await presenceOf(ann, room, 'Ann', isGone);
    expect(told.getChild('x', MUC_USER)?.getChild('destroy')).toBeDefined();
    expect(await listed()).not.toContain(address(service));
    await expect(discover(ann, address(service))).rejects.toThrow();
  });

  it('keep working when the configuration is read again', async () => {
    process.kill(world.prosody.pid, 'SIGHUP');
    const service = newName('after');
    await make(service);
    for (const name of ['conference', service]) {
      const room = await aRoom(world, { logEnabled: true }, name);
      await ann.join(room.jid, 'Ann');
      await ann.say(room.jid, 'still here');
      expect(await room.history()).toHaveLength(1);
    }
  });

  it('come back with the chat server', async () => {
    const service = newName('lasting');
    await make(service);
    await world.prosody.kill();
    await ann.ended;
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    ann = await world.online('ann');
    expect(await listed()).toContain(address(service));
  });

  it('list their public rooms, in pages', async () => {
    const service = newName('many');
    await make(service);
    const names = Array.from(
      { length: 12 },
      (_, index) => `room-${String(index).padStart(2, '0')}`,
    );
    for (const roomName of names) await aRoom(world, { roomName, publicRoom: true }, service);
    await aRoom(world, { roomName: 'hidden' }, service);
    const jids = names.map((name) => `${name}@${address(service)}`);
    expect((await discoverItems(ann, address(service))).items).toEqual(jids);

    const found: string[] = [];
    let page = await discoverItems(ann, address(service), { max: 5 });
    while (page.last !== null) {
      expect(page.items.length).toBeLessThanOrEqual(5);
      found.push(...page.items);
      page = await discoverItems(ann, address(service), { max: 5, after: page.last });
    }
    expect(found).toEqual(jids);
  });

  it('list all their public rooms to who asks for no page', async () => {
    const service = newName('large');
    await make(service);
    const add = (first: number, last: number) =>
      world.sql(
        `insert into room (service, name, public_room)
         select $1, 'room-' || lpad(n::text, 5, '0'), true from generate_series($2::int, $3) as n`,
        [service, first, last],
      );
    await add(1, 20_000);
    const all = await discoverItems(ann, address(service));
    expect([all.items.length, all.last]).toEqual([20_000, null]);
    const page = await discoverItems(ann, address(service), { max: 1000, after: 'room-00100' });
    expect([page.items.length, page.last]).toEqual([100, 'room-00200']);
    await add(20_001, 20_001);
    const cut = await discoverItems(ann, address(service));
    expect([cut.items.length, cut.last]).toEqual([20_000, 'room-20000']);
  });
});
