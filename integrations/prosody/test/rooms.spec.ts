import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, statusCodes, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  MUC,
  MUC_USER,
  MUC_OWNER,
  stopUnharmed,
  newName,
  Room,
  aRoom,
  presenceOf,
  isGone,
  standing,
  configurationCodes,
  saying,
  shownSubject,
  setSubject,
  refusal,
  administer,
  configure,
  madeBy,
  changeSilently,
  discover,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Rooms', ['prosody']);

const occupantId = (stanza: Stanza) =>
  stanza.getChild('occupant-id', 'urn:xmpp:occupant-id:0')?.attrs['id'] as string | undefined;
const refused = (condition: string) => expect.objectContaining({ condition });

suite('Rooms', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  let eve: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve');
    ann = await world.online('ann', { resource: 'desk' });
    bob = await world.online('bob', { resource: 'desk' });
    eve = await world.online('eve', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  const annMakes = (fields?: Parameters<typeof configure>[2]) => madeBy(ann, world, fields);
  const liveRooms = async () =>
    ((await world.prosody.bridge('GET', '/bridge/health')).body as { rooms: number }).rooms;

  describe('made by chat users', () => {
    it('are in the API as soon as somebody is in them, of whom makes them', async () => {
      const room = new Room(world, newName('client'));
      await ann.join(room.jid, 'Ann');
      expect(await room.document()).toMatchObject({
        naturalName: room.name,
        description: room.name,
        persistent: false,
        publicRoom: true,
        maxUsers: 30,
        registrationEnabled: true,
        canAnyoneDiscoverJID: true,
        canOccupantsChangeSubject: false,
        canOccupantsInvite: false,
        canChangeNickname: true,
        logEnabled: true,
        loginRestrictedToNickname: false,
        membersOnly: false,
        moderated: false,
        broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
        allowPM: 'anyone',
        owners: [ann.bareJid],
        admins: [],
        members: [],
        outcasts: [],
      });
      expect(await room.document()).not.toHaveProperty('subject');
      expect(await room.document()).not.toHaveProperty('password');
      expect((await room.occupants()).map(({ userAddress }) => userAddress)).toEqual([ann.jid]);
    });

    it('are closed to others until they are configured, in whichever way', async () => {
      const room = new Room(world, newName('client'));
      await ann.join(room.jid, 'Ann');
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('item-not-found'));
      await configure(ann, room);
      await bob.join(room.jid, 'Bob');

      const other = new Room(world, newName('client'));
      await ann.join(other.jid, 'Ann');
      await other.change({ description: 'by the API' });
      expect(await configurationCodes(ann, other)).toEqual([104]);
      await bob.join(other.jid, 'Bob');
    });

    it('are gone when their maker cancels the configuration', async () => {
      const room = new Room(world, newName('client'));
      await ann.join(room.jid, 'Ann');
      await ann.set(
        xml('query', { xmlns: MUC_OWNER }, xml('x', { xmlns: 'jabber:x:data', type: 'cancel' })),
        room.jid,
      );
      const told = await presenceOf(ann, room, 'Ann', isGone);
      expect(told.getChild('x', MUC_USER)?.getChild('destroy')).toBeDefined();
      expect(await room.status()).toBe(404);
    });

    it('that the API makes at the same moment are entered, not made', async () => {
      const room = await aRoom(world, { roomName: newName('race'), membersOnly: true });
      await seenAfterCalls(2);
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('registration-required'));
      await world.sql(`alter sequence engine.calls restart`);
      const codes = standing(await ann.join(room.jid, 'Ann')).codes;
      expect(codes).toEqual([110]);
      expect((await room.occupants()).map(({ userAddress }) => userAddress)).toEqual([ann.jid]);
    });

    /** Lets rooms whose names begin with `race` be seen by the chat server from a later call on only. */
    async function seenAfterCalls(calls: number) {
      const [row] = await world.sql<{ source: string }>(
        `select pg_get_functiondef('engine.room'::regproc) as source`,
      );
      await world.sql(row!.source.replace('engine.room(', 'engine.room_at_once('));
      await world.sql(`create sequence engine.calls`);
      await world.sql(
        `create or replace function engine.room(of_service text, of_room text) returns jsonb
         language plpgsql security definer as $$
         begin
           if of_room like 'race%' and nextval('engine.calls') <= ${calls} then return null; end if;
           return engine.room_at_once(of_service, of_room);
         end $$`,
      );
    }

    it('take the password of whom makes them', async () => {
      const room = new Room(world, newName('client'));
      await ann.join(room.jid, 'Ann', 'secret');
      expect((await room.document()).password).toBe('secret');
    });

    it('have no password that the API could not give them', async () => {
      const room = new Room(world, newName('client'));
      await expect(ann.join(room.jid, 'Ann', 'é'.repeat(51))).rejects.toEqual(
        refused('not-acceptable'),
      );
      expect(await room.status()).toBe(404);
      await ann.join(room.jid, 'Ann', 'é'.repeat(50));
      await configure(ann, room, { 'muc#roomconfig_roomsecret': 'é'.repeat(50) });
    });

    it.each([
      ['without a nickname', 'nameless@conference.example.org'],
      ['in the place of the service', 'conference.example.org'],
      ['in the place of the service, with a nickname', 'conference.example.org/Bob'],
    ])('are not made %s', async (_, to) => {
      const before = await liveRooms();
      await bob.send(xml('presence', { to }, xml('x', { xmlns: MUC })));
      const answer = await bob.nextPresence(({ attrs }) => attrs['from'] === to);
      expect(answer.getChild('error')?.getChild('jid-malformed')).toBeDefined();
      expect(await liveRooms()).toBe(before);
      expect(await new Room(world, 'nameless').status()).toBe(404);
    });

    it('cannot have names that are steps of a path', async () => {
      for (const name of ['.', '..']) {
        const step = new Room(world, name);
        await expect(ann.join(step.jid, 'Ann')).rejects.toEqual(refused('not-acceptable'));
      }
      expect(await world.sql(`select name from room where name in ('.', '..')`)).toEqual([]);
    });

    it('are not made by an entry that is refused', async () => {
      const room = new Room(world, newName('client'));
      await expect(ann.join(room.jid, ' ')).rejects.toThrow();
      expect(await room.status()).toBe(404);
      expect((await annMakes()).name).not.toBe(room.name);
    });

    it('go with the last one, and come back without history', async () => {
      const room = await annMakes({ 'muc#roomconfig_enablelogging': '1' });
      await bob.join(room.jid, 'Bob');
      await ann.say(room.jid, 'before');
      await ann.leave(room.jid, 'Ann');
      expect(await room.status()).toBe(200);
      await bob.leave(room.jid, 'Bob');
      expect(await room.status()).toBe(404);
      await bob.join(room.jid, 'Bob');
      expect((await room.document()).owners).toEqual([bob.bareJid]);
      expect(await room.history()).toEqual([]);
    });

    it('go with a last one whose connection breaks', async () => {
      const room = new Room(world, newName('client'));
      const phone = await world.online('bob', { resource: 'phone' });
      await phone.join(room.jid, 'Bob');
      await phone.close();
      await until('the room is gone', async () => (await room.status()) === 404);
    });

    it('go with the chat server unless somebody enters them in time, or they are persistent', async () => {
      const other = await World.start({ prosody: { chat_temporary_room_grace: 1 } });
      try {
        await other.accounts('ann');
        const person = await other.online('ann');
        const rooms = ['gone', 'kept'].map((name) => new Room(other, name));
        await person.join(rooms[0]!.jid, 'Ann');
        const id = occupantId(await person.join(rooms[1]!.jid, 'Ann'));
        await configure(person, rooms[1]!, { 'muc#roomconfig_persistentroom': '1' });
        await other.prosody.kill();
        await person.ended;
        expect(await rooms[0]!.status()).toBe(200);
        await other.prosody.startAgain();
        await other.prosody.untilAttached();
        await until('the room is gone', async () => (await rooms[0]!.status()) === 404);
        expect(await rooms[1]!.status()).toBe(200);
        const again = await other.online('ann');
        const presence = await again.join(rooms[1]!.jid, 'Ann');
        expect(standing(presence).affiliation).toBe('owner');
        expect(occupantId(presence)).toBe(id);
      } finally {
        await other.stop();
      }
    });
  });

  describe('made by the API', () => {
    it('are never locked', async () => {
      const room = await aRoom(world);
      expect(standing(await bob.join(room.jid, 'Bob')).codes).not.toContain(201);
    });

    it('are not held in memory without people', async () => {
      const before = await liveRooms();
      const rooms = await Promise.all(Array.from({ length: 20 }, () => aRoom(world)));
      for (const room of rooms) await discover(bob, room.jid);
      await bob.join(rooms[0]!.jid, 'Bob');
      await until('the others are forgotten', async () => (await liveRooms()) === before + 1);
      await bob.leave(rooms[0]!.jid, 'Bob');
      await until('it is forgotten', async () => (await liveRooms()) === before);
    });

    it('are shown in discovery without anybody in them, as they are', async () => {
      const room = await aRoom(world, { naturalName: 'Tea', membersOnly: true, password: 'x' });
      const shown = await discover(bob, room.jid);
      expect(shown.name).toBe('Tea');
      expect(shown.features).toEqual(
        expect.arrayContaining([
          ...['muc_membersonly', 'muc_passwordprotected', 'muc_persistent', 'muc_hidden'],
          ...['muc_semianonymous', 'muc_unmoderated'],
        ]),
      );
      expect(shown.form['muc#roominfo_occupants']).toEqual(['0']);
    });

    it('show people under the same id, whether somebody else was in them meanwhile or not', async () => {
      const [room, other] = [await aRoom(world), await aRoom(world)];
      const first = occupantId(await bob.join(room.jid, 'Bob'));
      await bob.leave(room.jid, 'Bob');
      expect(occupantId(await bob.join(room.jid, 'Robert'))).toBe(first);
      expect(occupantId(await eve.join(room.jid, 'Eve'))).not.toBe(first);
      expect(occupantId(await bob.join(other.jid, 'Bob'))).not.toBe(first);
      const made = new Room(world, newName('client'));
      const own = occupantId(await bob.join(made.jid, 'Bob'));
      await configure(bob, made);
      expect(occupantId(await bob.say(made.jid, 'me'))).toBe(own);
    });

    it('temporary ones stay until somebody has been in them', async () => {
      const room = await aRoom(world, { persistent: false });
      await discover(bob, room.jid);
      await expect(bob.join(room.jid, ' ')).rejects.toThrow();
      expect(await room.status()).toBe(200);
      await bob.join(room.jid, 'Bob');
      await bob.leave(room.jid, 'Bob');
      expect(await room.status()).toBe(404);
    });

    it('have names beyond ASCII, in any letter case', async () => {
      const name = newName('café');
      await aRoom(world, { roomName: name.toUpperCase() });
      const room = new Room(world, name);
      await bob.send(
        xml(
          'presence',
          { to: `${name.toUpperCase()}@conference.example.org/Bob` },
          xml('x', { xmlns: MUC }),
        ),
      );
      await presenceOf(bob, room, 'Bob');
      expect((await room.occupants()).map(({ userAddress }) => userAddress)).toEqual([bob.jid]);
    });
  });

  describe('destroyed', () => {
    it('by the API: everybody is told, nothing remains', async () => {
      const room = await aRoom(world, { logEnabled: true });
      await ann.join(room.jid, 'Ann');
      await bob.join(room.jid, 'Bob');
      await ann.say(room.jid, 'last words');
      await world.api.done('DELETE', room.path());
      for (const [client, nickname] of [
        [ann, 'Ann'],
        [bob, 'Bob'],
      ] as const) {
        const presence = await presenceOf(client, room, nickname, isGone);
        const [x] = presence.getChildren('x', MUC_USER);
        const [item, destroy, ...more] = x!.getChildElements();
        expect(item!.attrs).toEqual({ affiliation: 'none', role: 'none' });
        expect([destroy!.name, destroy!.children]).toEqual(['destroy', []]);
        expect(Object.keys(destroy!.attrs).filter((name) => name !== 'xmlns')).toEqual([]);
        expect(more).toEqual([]);
      }
      await expect(bob.say(room.jid, 'hello?')).rejects.toEqual(refused('item-not-found'));
      const again = await aRoom(world, { roomName: room.name, logEnabled: true });
      await bob.join(again.jid, 'Bob');
      expect(await again.history()).toEqual([]);
    });

    it('by an owner: with reason and another room', async () => {
      const room = await annMakes({ 'muc#roomconfig_persistentroom': '1' });
      await bob.join(room.jid, 'Bob');
      const destroy = (client: ChatClient) => {
        const there = { jid: 'hall@conference.example.org' };
        const request = xml('destroy', there, xml('reason', {}, 'Moved'));
        return client.set(xml('query', { xmlns: MUC_OWNER }, request), room.jid);
      };
      await expect(destroy(bob)).rejects.toEqual(refused('forbidden'));
      await destroy(ann);
      const told = await presenceOf(bob, room, 'Bob', isGone);
      const element = told.getChild('x', MUC_USER)?.getChild('destroy');
      expect(element?.attrs['jid']).toBe('hall@conference.example.org');
      expect(element?.getChildText('reason')).toBe('Moved');
      expect(await room.status()).toBe(404);
    });
  });

  describe('changed on both sides', () => {
    it('the subject of chat users is in the API, that of the API in the room', async () => {
      const room = await annMakes();
      await bob.join(room.jid, 'Bob');
      await shownSubject(bob, room, '');
      await setSubject(ann, room, 'From ann');
      await shownSubject(bob, room, 'From ann');
      expect((await room.document()).subject).toBe('From ann');
      await room.change({ subject: 'From the office' });
      const message = await shownSubject(bob, room, 'From the office');
      expect(message.attrs['from']).toBe(room.jid);
      await setSubject(ann, room, '');
      await shownSubject(bob, room, '');
      expect((await room.document()).subject).toBeUndefined();
    });

    it('a lost notice is caught up', async () => {
      const room = await annMakes();
      await changeSilently(world, room, `subject = 'Caught up'`);
      await shownSubject(ann, room, 'Caught up');
      await world.sql(`delete from room where name = $1`, [room.name]);
      const told = await presenceOf(ann, room, 'Ann', isGone);
      expect(told.getChild('x', MUC_USER)?.getChild('destroy')).toBeDefined();
    });

    it('a notice without news does nothing', async () => {
      const room = await annMakes();
      ann.take();
      const rooms = [{ service: 'conference', room: room.name }];
      for (let time = 0; time < 3; time += 1) {
        const reply = await world.prosody.bridge('POST', '/bridge/rooms/sync', { rooms });
        expect(reply).toEqual({ status: 200, body: { synced: 1 } });
      }
      await ann.say(room.jid, 'quiet here');
      expect(ann.take((stanza) => statusCodes(stanza).length > 0)).toEqual([]);
    });
  });

  it('may have thousands of affiliated people', async () => {
    const members = Array.from({ length: 3000 }, (_, index) => `member${index}@example.org`);
    const room = await aRoom(world, { members, membersOnly: true });
    await ann.join(room.jid, 'Ann');
    await setSubject(ann, room, 'Welcome');
    await shownSubject(ann, room, 'Welcome');
    await administer(ann, room, { jid: bob.bareJid, affiliation: 'member' });
    await bob.join(room.jid, 'Bob');
    await bob.say(room.jid, 'all here');
    await ann.nextMessage(saying('all here'));
    const [{ count }] = (await world.sql<{ count: string }>(
      `select count(*) from room_affiliation join room on room.id = room_id where name = $1`,
      [room.name],
    )) as [{ count: string }];
    expect(Number(count)).toBe(3002);
    await eve.send(xml('presence', { to: room.occupant('Eve') }));
    expect(await refusal(eve, room)).toBe('item-not-found');
    await expect(eve.join(room.jid, 'Eve')).rejects.toEqual(refused('registration-required'));
  });
});
