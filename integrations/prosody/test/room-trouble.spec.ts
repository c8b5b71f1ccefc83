import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { World } from '../src/world.js';
import {
  stopUnharmed,
  newName,
  Room,
  aRoom,
  saying,
  shownSubject,
  setSubject,
  refusal,
  administer,
  configure,
  madeBy,
  changeSilently,
  discoverItems,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Rooms in trouble', ['prosody']);

const refused = (condition: string) => expect.objectContaining({ condition });

suite('Rooms that the chat server does not look after', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  beforeAll(async () => {
    world = await World.start({ noticesAlone: true });
    await world.accounts('ann', 'bob');
    ann = await world.online('ann');
    bob = await world.online('bob');
  });
  afterAll(() => stopUnharmed(world));

  it('a change that loses the race is refused, and the room is what the database says', async () => {
    const room = await madeBy(ann, world);
    await bob.join(room.jid, 'Bob');
    await changeSilently(world, room, `subject = 'From the office', moderated = true`);
    await setSubject(ann, room, 'From ann');
    expect(await refusal(ann, room)).toBe('conflict');
    await shownSubject(bob, room, 'From the office');
    expect(await room.document()).toMatchObject({ subject: 'From the office', moderated: true });
    await setSubject(ann, room, 'From ann, again');
    await shownSubject(bob, room, 'From ann, again');
    expect((await room.document()).subject).toBe('From ann, again');

    await changeSilently(world, room, `description = 'silent'`);
    await expect(configure(ann, room, { 'muc#roomconfig_roomdesc': 'loud' })).rejects.toEqual(
      refused('conflict'),
    );
    await changeSilently(world, room, `description = 'silent again'`);
    await expect(
      administer(ann, room, { jid: bob.bareJid, affiliation: 'member' }),
    ).rejects.toEqual(refused('conflict'));
    expect(await room.document()).toMatchObject({ description: 'silent again', members: [] });
  });

  it('a notice of a version that a room has already costs no look at the database', async () => {
    const room = await madeBy(ann, world);
    const version = async () =>
      Number(
        (
          await world.sql<{ version: string }>(
            `select max(version) as version from room where name = $1`,
            [room.name],
          )
        )[0]!.version,
      );
    const calls = async () =>
      (
        (await world.prosody.bridge('GET', '/bridge/health')).body as {
          database: { calls: number };
        }
      ).database.calls;
    const sync = (more: object) => {
      const rooms = [{ service: 'conference', room: room.name, ...more }];
      return world.prosody.bridge('POST', '/bridge/rooms/sync', { rooms });
    };
    const synced = { status: 200, body: { synced: 1 } };
    await changeSilently(world, room, `subject = 'From the office'`);
    const [held, before] = [(await version()) - 1, await calls()];
    expect(await sync({ version: held })).toEqual(synced);
    expect(await calls()).toBe(before);
    expect(await sync({ version: held + 1 })).toEqual(synced);
    expect(await calls()).toBe(before + 1);
    await shownSubject(ann, room, 'From the office');
    expect(await sync({})).toEqual(synced);
    expect(await calls()).toBe(before + 2);
    expect((await sync({ version: 'new' })).status).toBe(400);
  });
});

suite('Rooms while the database is away', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', 'bob');
    ann = await world.online('ann');
    bob = await world.online('bob');
  });
  afterAll(() => world?.stop());

  it('go on, but for what has to be stored', async () => {
    const [live, logged, other] = [
      await aRoom(world, { members: [bob.bareJid] }),
      await aRoom(world, { logEnabled: true }),
      await aRoom(world),
    ];
    const temporary = new Room(world, newName('client'));
    for (const room of [live, logged]) {
      await ann.join(room.jid, 'Ann');
      await bob.join(room.jid, 'Bob');
    }
    await ann.join(temporary.jid, 'Ann');
    await configure(ann, temporary);
    await world.postgres.stop();

    await ann.say(live.jid, 'still here');
    await bob.nextMessage(saying('still here'));
    await expect(ann.say(logged.jid, 'lost?')).rejects.toEqual(refused('internal-server-error'));
    const join = ann.join(other.jid, 'Ann');
    await expect(join).rejects.toEqual(refused('internal-server-error'));
    await expect(join.catch((error) => error.stanza.getChild('error').attrs.type)).resolves.toBe(
      'wait',
    );
    await expect(ann.join(`${newName()}@conference.example.org`, 'Ann')).rejects.toEqual(
      refused('internal-server-error'),
    );
    for (const address of [other.jid, 'conference.example.org']) {
      await expect(discoverItems(ann, address)).rejects.toEqual(refused('internal-server-error'));
    }
    await expect(
      administer(ann, live, { jid: bob.bareJid, affiliation: 'outcast' }),
    ).rejects.toEqual(refused('internal-server-error'));
    await expect(configure(ann, live, { 'muc#roomconfig_membersonly': '1' })).rejects.toEqual(
      refused('internal-server-error'),
    );
    await setSubject(ann, live, 'lost?');
    expect(await refusal(ann, live)).toBe('internal-server-error');
    await ann.leave(temporary.jid, 'Ann');
    await ann.say(live.jid, 'nothing has changed');
    await bob.nextMessage(saying('nothing has changed'));
    expect(bob.take((stanza) => stanza.getChildText('body') === 'lost?')).toEqual([]);

    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    expect(await live.document()).toMatchObject({ membersOnly: false, members: [bob.bareJid] });
    expect((await live.document()).subject).toBeUndefined();
    expect(await logged.history()).toEqual([]);
    await ann.say(logged.jid, 'again');
    expect((await logged.history()).map(({ body }) => body)).toEqual(['again']);
    await until('the temporary room is gone', async () => (await temporary.status()) === 404);
  });
});
