import { stablePort } from '@chat-admin/processes/stable-port';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import { World } from '../../src/world.js';
import {
  aRoom,
  configurationCodes,
  discoverItems,
  isGone,
  presenceOf,
  Room,
  standing,
} from '../room-scene.js';
import { contacts, pushed } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Notices that are lost', ['prosody']);

suite('Notices that are lost', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  let eve: ChatClient;
  let joe: ChatClient;
  let rooms: Readonly<Record<'logged' | 'banning' | 'destroyed' | 'grouped', Room>>;

  beforeAll(async () => {
    world = await World.start();
    const unheard = await world.anotherApi({
      chatServerUrl: `http://127.0.0.1:${await stablePort()}`,
    });
    await world.accounts('ann', 'bob', 'eve', 'joe');
    ann = await world.online('ann');
    bob = await world.online('bob', { transport: 'websocket' });
    eve = await world.online('eve', { transport: 'tls' });
    joe = await world.online('joe', { transport: 'bosh' });
    for (const client of [ann, bob]) await contacts(client);
    const group = (name: string, shared: boolean) => ({
      ...{ name, description: '', shared },
      members: ['ann', 'bob'],
    });
    await world.api.done('POST', '/groups', group('staff', false));
    rooms = {
      logged: await aRoom(world),
      banning: await aRoom(world),
      destroyed: await aRoom(world),
      grouped: await aRoom(world, { membersOnly: true, memberGroups: ['staff'] }),
    };
    for (const room of Object.values(rooms)) {
      await ann.join(room.jid, 'Ann');
      await bob.join(room.jid, 'Bob');
      await presenceOf(ann, room, 'Bob');
    }

    const logged = { ...(await rooms.logged.document()), logEnabled: true };
    await unheard.done('PUT', rooms.logged.path(), logged);
    await unheard.done('POST', rooms.banning.path('/outcasts/bob@example.org'));
    await unheard.done('DELETE', rooms.destroyed.path());
    await unheard.done('DELETE', '/users/bob/groups/staff');
    await unheard.done('POST', '/groups', group('friends', true));
    const contact = { jid: 'zoe@example.org', subscriptionType: 1 };
    await unheard.done('POST', '/users/ann/roster', contact);
    await unheard.done('POST', '/lockouts/joe');
    await unheard.done('DELETE', '/users/eve');
    await unheard.done('POST', '/chatservices', { serviceName: 'annex' });
  });
  afterAll(() => world?.stop());

  it('an option of a room', async () => {
    expect(await configurationCodes(bob, rooms.logged)).toEqual([170]);
    await bob.say(rooms.logged.jid, 'for the record');
    expect(await rooms.logged.history()).toHaveLength(1);
  });

  it('a ban', async () => {
    expect(standing(await presenceOf(bob, rooms.banning, 'Bob', isGone)).codes).toContain(301);
    const told = standing(await presenceOf(ann, rooms.banning, 'Bob', isGone));
    expect(told.affiliation).toBe('outcast');
  });

  it('a room that is destroyed', async () => {
    expect(standing(await presenceOf(bob, rooms.destroyed, 'Bob', isGone)).role).toBe('none');
    await expect(bob.say(rooms.destroyed.jid, 'anybody?')).rejects.toThrow();
  });

  it('people of a group that is affiliated with a room', async () => {
    expect(standing(await presenceOf(bob, rooms.grouped, 'Bob', isGone)).codes).toContain(321);
    expect((await rooms.grouped.occupants()).map(({ userAddress }) => userAddress)).toEqual([
      ann.jid,
    ]);
  });

  it('a shared group', async () => {
    expect(await pushed(ann, bob.bareJid)).toBe('both');
    expect(await pushed(bob, ann.bareJid)).toBe('both');
    await ann.nextPresence(({ attrs }) => attrs['from'] === bob.jid);
  });

  it('a contact', async () => {
    expect(await pushed(ann, 'zoe@example.org')).toBe('to');
  });

  it('a lockout', async () => {
    expect(await joe.ended).toBe('not-authorized');
    await expect(world.login('joe')).rejects.toMatchObject({ condition: 'account-disabled' });
  });

  it('a user who is deleted', async () => {
    expect(await eve.ended).toBe('not-authorized');
    await expect(world.login('eve')).rejects.toMatchObject({ condition: 'not-authorized' });
  });

  it('a chat service', async () => {
    await until('it is listed', async () =>
      (await discoverItems(ann, world.domain)).items.includes(`annex.${world.domain}`),
    );
    await ann.join(new Room(world, 'attic', 'annex').jid, 'Ann');
  });
});
