import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  administer,
  aRoom,
  isGone,
  MUC_ADMIN,
  newName,
  presenceOf,
  type Room,
  saying,
  standing,
  submitted,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Affiliations', ['prosody']);

suite('Affiliations', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  let eve: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve', 'zoe');
    ann = await world.online('ann', { resource: 'desk' });
    bob = await world.online('bob', { resource: 'desk' });
    eve = await world.online('eve', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  const refused = (condition: string) => expect.objectContaining({ condition });
  const grant = (room: Room, list: string, name: string) =>
    world.api.done('POST', room.path(`/${list}/${name}`));
  const revoke = (room: Room, list: string, name: string) =>
    world.api.done('DELETE', room.path(`/${list}/${name}`));

  /** A room with all three in it. */
  async function fullRoom(
    ...given: Parameters<typeof aRoom> extends [unknown, ...infer R] ? R : never
  ) {
    const room = await aRoom(world, ...given);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await eve.join(room.jid, 'Eve');
    for (const client of [ann, bob]) await presenceOf(client, room, 'Eve');
    for (const client of [ann, bob, eve]) client.take();
    return room;
  }

  describe('given and taken by the API', () => {
    it('bring their role along, for everybody to see', async () => {
      const room = await fullRoom({ moderated: true });
      const steps = [
        ['POST', 'owners', 'owner', 'moderator'],
        ['POST', 'admins', 'admin', 'moderator'],
        ['POST', 'members', 'member', 'participant'],
        ['DELETE', 'members', 'none', 'visitor'],
      ] as const;
      for (const [method, list, affiliation, role] of steps) {
        await world.api.done(method, room.path(`/${list}/bob`));
        for (const client of [ann, bob, eve]) {
          const told = standing(await presenceOf(client, room, 'Bob'));
          expect(told).toMatchObject({ affiliation, role, reason: null });
          expect(told.codes).toEqual(client === bob ? [110] : []);
        }
      }
    });

    it('outcast: 301, and no way back', async () => {
      const room = await fullRoom();
      await grant(room, 'outcasts', 'bob');
      const own = standing(await presenceOf(bob, room, 'Bob', isGone));
      expect(own).toMatchObject({ affiliation: 'outcast', role: 'none', reason: null });
      expect(own.codes).toEqual([301, 110]);
      const seen = standing(await presenceOf(eve, room, 'Bob', isGone));
      expect(seen).toMatchObject({ affiliation: 'outcast', role: 'none', codes: [301] });
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('forbidden'));
      await revoke(room, 'outcasts', 'bob');
      await bob.join(room.jid, 'Bob');
    });

    it('membership lost in a members-only room: 321', async () => {
      const room = await fullRoom({ members: [bob.bareJid, eve.bareJid], membersOnly: true });
      await revoke(room, 'members', 'bob');
      const own = standing(await presenceOf(bob, room, 'Bob', isGone));
      expect(own).toMatchObject({ affiliation: 'none', role: 'none', reason: null });
      expect(own.codes).toEqual([321, 110]);
      const seen = standing(await presenceOf(eve, room, 'Bob', isGone));
      expect(seen).toMatchObject({ affiliation: 'none', role: 'none', codes: [321] });
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('registration-required'));
    });

    it('hit every resource of a person', async () => {
      const room = await fullRoom();
      const phone = await world.online('bob', { resource: 'phone' });
      await phone.join(room.jid, 'Bobby');
      await grant(room, 'outcasts', 'bob');
      expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([301, 110]);
      expect(standing(await presenceOf(phone, room, 'Bobby', isGone)).codes).toEqual([301, 110]);
      await phone.close();
    });

    it('leave roles alone that moderators have given to others', async () => {
      const room = await fullRoom();
      await administer(ann, room, { nick: 'Eve', role: 'visitor' });
      await presenceOf(eve, room, 'Eve');
      await grant(room, 'members', 'bob');
      await presenceOf(eve, room, 'Bob');
      expect((await room.occupants()).at(-1)).toMatchObject({
        role: 'visitor',
        affiliation: 'none',
      });
    });

    it('show moderators, and hide from others again, who is who', async () => {
      const room = await fullRoom();
      await grant(room, 'admins', 'bob');
      expect(standing(await presenceOf(bob, room, 'Eve')).jid).toBe(eve.jid);
      await revoke(room, 'admins', 'bob');
      expect(standing(await presenceOf(bob, room, 'Eve')).jid).toBeUndefined();
    });
  });

  describe('held through groups', () => {
    async function aGroup(...people: string[]) {
      const name = newName('group');
      await world.api.done('POST', '/groups', { name, description: name });
      for (const person of people) await join(person, name);
      return name;
    }
    const join = (person: string, group: string) =>
      world.api.done('POST', `/users/${person}/groups/${group}`);
    const drop = (person: string, group: string) =>
      world.api.done('DELETE', `/users/${person}/groups/${group}`);

    it('let in, and bring their role along', async () => {
      const [members, admins] = [await aGroup('bob'), await aGroup('eve')];
      const room = await aRoom(world, {
        membersOnly: true,
        memberGroups: [members],
        adminGroups: [admins],
      });
      expect(standing(await bob.join(room.jid, 'Bob'))).toMatchObject({
        affiliation: 'member',
        role: 'participant',
      });
      expect(standing(await eve.join(room.jid, 'Eve'))).toMatchObject({
        affiliation: 'admin',
        role: 'moderator',
      });
    });

    it('keep out', async () => {
      const room = await aRoom(world, { outcastGroups: [await aGroup('bob')] });
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('forbidden'));
      await eve.join(room.jid, 'Eve');
    });

    it('the first of owner, admin, outcast and member counts', async () => {
      const room = await aRoom(world, {
        members: [bob.bareJid],
        admins: [eve.bareJid],
        outcastGroups: [await aGroup('bob', 'eve')],
      });
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('forbidden'));
      expect(standing(await eve.join(room.jid, 'Eve')).affiliation).toBe('admin');
    });

    it('change at once with the people of the group', async () => {
      const group = await aGroup();
      const room = await fullRoom({ adminGroups: [group] });
      await join('bob', group);
      for (const client of [ann, bob, eve]) {
        expect(standing(await presenceOf(client, room, 'Bob'))).toMatchObject({
          affiliation: 'admin',
          role: 'moderator',
        });
      }
      await drop('bob', group);
      for (const client of [ann, eve]) {
        expect(standing(await presenceOf(client, room, 'Bob'))).toMatchObject({
          affiliation: 'none',
          role: 'participant',
        });
      }
    });

    it('lost in a members-only room: 321; an outcast group: 301', async () => {
      const group = await aGroup('bob', 'eve');
      const room = await fullRoom({ membersOnly: true, memberGroups: [group] });
      await drop('bob', group);
      expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([321, 110]);
      await world.api.done('POST', room.path(`/outcasts/group/${group}`));
      expect(standing(await presenceOf(eve, room, 'Eve', isGone)).codes).toEqual([301, 110]);
    });

    it('show nothing while the same affiliation is held in another way', async () => {
      const [group, other] = [await aGroup('bob'), await aGroup('bob')];
      const room = await fullRoom({ adminGroups: [group, other] });
      await grant(room, 'members', 'bob');
      await grant(room, 'admins', 'bob');
      await drop('bob', group);
      await revoke(room, 'admins', 'bob');
      await ann.say(room.jid, 'as before');
      await eve.nextMessage(saying('as before'));
      const seen = eve.take(({ attrs }) => attrs['from'] === room.occupant('Bob'));
      expect(seen).toEqual([]);
      await drop('bob', other);
      expect(standing(await presenceOf(eve, room, 'Bob'))).toMatchObject({ affiliation: 'none' });
    });

    it('lost in one of two groups let stay in a members-only room', async () => {
      const [group, other] = [await aGroup('bob', 'eve'), await aGroup('eve')];
      const room = await fullRoom({ membersOnly: true, memberGroups: [group, other] });
      await world.api.done('DELETE', room.path(`/members/group/${group}`));
      expect(standing(await presenceOf(eve, room, 'Bob', isGone)).codes).toEqual([321]);
      await eve.say(room.jid, 'still in');
    });

    it('end with the group', async () => {
      const group = await aGroup('bob');
      const room = await fullRoom({ adminGroups: [group] });
      await world.api.done('DELETE', `/groups/${group}`);
      expect(standing(await presenceOf(eve, room, 'Bob'))).toMatchObject({ affiliation: 'none' });
    });

    it('cannot be taken away by chat users', async () => {
      const room = await fullRoom({ adminGroups: [await aGroup('bob')] });
      await expect(
        administer(ann, room, { jid: bob.bareJid, affiliation: 'outcast' }),
      ).rejects.toEqual(refused('not-allowed'));
      expect((await room.document()).outcasts).toEqual([]);
      await expect(
        administer(bob, room, { jid: ann.bareJid, affiliation: 'none' }),
      ).rejects.toEqual(refused('not-allowed'));
    });
  });

  describe('given and taken by chat users', () => {
    it('are in the API at once', async () => {
      const room = await fullRoom();
      await administer(ann, room, { jid: bob.bareJid, affiliation: 'admin' });
      expect(standing(await presenceOf(eve, room, 'Bob'))).toMatchObject({
        affiliation: 'admin',
        role: 'moderator',
      });
      await administer(bob, room, { jid: 'zoe@example.org', affiliation: 'member' });
      expect(await room.document()).toMatchObject({
        admins: [bob.bareJid],
        members: ['zoe@example.org'],
      });
      await administer(ann, room, { jid: bob.bareJid, affiliation: 'none' });
      expect((await room.document()).admins).toEqual([]);
    });

    it('several in one request', async () => {
      const room = await fullRoom();
      const items = [bob, eve].map(({ bareJid }) =>
        xml('item', { jid: bareJid, affiliation: 'member' }),
      );
      await ann.set(xml('query', { xmlns: MUC_ADMIN }, ...items), room.jid);
      expect((await room.document()).members).toEqual([bob.bareJid, eve.bareJid]);
      for (const client of [bob, eve]) {
        const nickname = client === bob ? 'Bob' : 'Eve';
        expect(standing(await presenceOf(ann, room, nickname)).affiliation).toBe('member');
      }
    });

    it('all of a request, or nothing', async () => {
      const room = await fullRoom({ admins: [bob.bareJid] });
      const request = (...items: Record<string, string>[]) =>
        bob.set(
          xml('query', { xmlns: MUC_ADMIN }, ...items.map((item) => xml('item', item))),
          room.jid,
        );
      const good = { jid: eve.bareJid, affiliation: 'member' };
      for (const [bad, condition] of [
        [{ jid: ann.bareJid, affiliation: 'none' }, 'not-allowed'],
        [{ jid: '@', affiliation: 'member' }, 'jid-malformed'],
        [{ jid: eve.jid, affiliation: 'member' }, 'jid-malformed'],
        [{ jid: eve.bareJid, affiliation: 'friend' }, 'not-acceptable'],
      ] as const) {
        await expect(request(good, bad)).rejects.toEqual(refused(condition));
      }
      expect(await room.document()).toMatchObject({ owners: [ann.bareJid], members: [] });
    });

    it('several kicks in one request', async () => {
      const room = await fullRoom();
      const items = ['Bob', 'Eve'].map((nick) => xml('item', { nick, role: 'none' }));
      await ann.set(xml('query', { xmlns: MUC_ADMIN }, ...items), room.jid);
      expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([307, 110]);
      expect(standing(await presenceOf(eve, room, 'Eve', isGone)).codes).toEqual([307, 110]);
    });

    it('of a whole domain: its people are removed, except for those with an affiliation', async () => {
      const room = await fullRoom({ members: [bob.bareJid] });
      await administer(ann, room, { jid: 'example.org', affiliation: 'outcast' });
      expect(standing(await presenceOf(eve, room, 'Eve', isGone)).codes).toEqual([301, 110]);
      await bob.say(room.jid, 'still in');
      await expect(eve.join(room.jid, 'Eve')).rejects.toEqual(refused('forbidden'));
      await revoke(room, 'members', 'bob');
      expect(standing(await presenceOf(ann, room, 'Bob', isGone))).toMatchObject({
        affiliation: 'outcast',
        codes: [301],
      });
    });

    it('of a whole domain: no other affiliation than outcast is handed on to its people', async () => {
      const room = await fullRoom({ membersOnly: true, members: [bob.bareJid, eve.bareJid] });
      await administer(ann, room, { jid: 'example.org', affiliation: 'member' });
      await revoke(room, 'members', 'bob');
      expect(standing(await presenceOf(eve, room, 'Bob', isGone)).codes).toEqual([321]);
    });

    it('with a nickname, which only one person can reserve', async () => {
      const room = await fullRoom();
      await administer(ann, room, { jid: 'zoe@example.org', affiliation: 'member', nick: 'Zoe' });
      await expect(eve.join(room.jid, 'Zoe')).rejects.toEqual(refused('conflict'));
      await expect(
        administer(ann, room, { jid: bob.bareJid, affiliation: 'member', nick: 'Zoe' }),
      ).rejects.toEqual(refused('conflict'));
    });

    it('with nicknames, several in one request', async () => {
      const room = await fullRoom();
      const items = ['zoe', 'zac'].map((name) =>
        xml('item', { jid: `${name}@example.org`, affiliation: 'member', nick: `Dr ${name}` }),
      );
      await ann.set(xml('query', { xmlns: MUC_ADMIN }, ...items), room.jid);
      for (const name of ['zoe', 'zac']) {
        await expect(eve.join(room.jid, `Dr ${name}`)).rejects.toEqual(refused('conflict'));
      }
    });

    it('with a nickname that somebody else is present under: who has to leave', async () => {
      const room = await fullRoom();
      const item = { jid: 'zoe@example.org', affiliation: 'member', nick: 'Bob' };
      await expect(administer(eve, room, item)).rejects.toEqual(refused('not-allowed'));
      await bob.say(room.jid, 'still in');
      await administer(ann, room, item);
      expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([307, 110]);
      await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('conflict'));
    });

    it('with a nickname, which an outcast gives up', async () => {
      const room = await fullRoom();
      const zoe = { jid: 'zoe@example.org' };
      await administer(ann, room, { ...zoe, affiliation: 'member', nick: 'Zoe' });
      await administer(ann, room, { ...zoe, affiliation: 'outcast' });
      await eve.send(xml('presence', { to: room.occupant('Zoe') }));
      await presenceOf(ann, room, 'Zoe');
    });

    it('of somebody who is called by nickname', async () => {
      const room = await fullRoom();
      await administer(ann, room, { nick: 'Bob', affiliation: 'member' });
      expect((await room.document()).members).toEqual([bob.bareJid]);
      await expect(
        administer(ann, room, { nick: 'Nobody', affiliation: 'member' }),
      ).rejects.toEqual(refused('item-not-found'));
    });

    it('in requests that make no sense: refused', async () => {
      const room = await fullRoom();
      const request = (...items: Record<string, string>[]) =>
        xml('query', { xmlns: MUC_ADMIN }, ...items.map((item) => xml('item', item)));
      const kick = { nick: 'Eve', role: 'none' };
      await expect(ann.get(request(), room.jid)).rejects.toEqual(refused('bad-request'));
      await expect(ann.set(request(), room.jid)).rejects.toEqual(refused('bad-request'));
      await expect(
        ann.set(request(kick, { jid: bob.bareJid, affiliation: 'member' }), room.jid),
      ).rejects.toEqual(refused('bad-request'));
      await expect(ann.set(request({ ...kick, affiliation: 'none' }), room.jid)).rejects.toEqual(
        refused('bad-request'),
      );
      expect(await room.occupants()).toHaveLength(3);
    });

    it('a ban says who and why', async () => {
      const room = await fullRoom();
      await administer(ann, room, { jid: bob.bareJid, affiliation: 'outcast' }, 'Spam');
      const told = await presenceOf(bob, room, 'Bob', isGone);
      expect(standing(told)).toMatchObject({ affiliation: 'outcast', reason: 'Spam' });
      expect(standing(told).codes).toEqual([301, 110]);
      expect((await room.document()).outcasts).toEqual([bob.bareJid]);
    });

    it('a kick is 307 and nothing more', async () => {
      const room = await fullRoom();
      await administer(ann, room, { nick: 'Bob', role: 'none' }, 'Enough');
      const own = standing(await presenceOf(bob, room, 'Bob', isGone));
      expect(own).toMatchObject({ role: 'none', reason: 'Enough', codes: [307, 110] });
      expect(standing(await presenceOf(eve, room, 'Bob', isGone)).codes).toEqual([307]);
      await bob.join(room.jid, 'Bob');
    });

    it('are refused to those who may not', async () => {
      const room = await fullRoom({ admins: [bob.bareJid] });
      const attempts: [ChatClient, Record<string, string>][] = [
        [eve, { jid: bob.bareJid, affiliation: 'none' }],
        [eve, { jid: 'zoe@example.org', affiliation: 'member' }],
        [bob, { jid: ann.bareJid, affiliation: 'outcast' }],
        [bob, { jid: eve.bareJid, affiliation: 'admin' }],
        [bob, { jid: eve.bareJid, affiliation: 'owner' }],
      ];
      for (const [client, item] of attempts) {
        await expect(administer(client, room, item)).rejects.toEqual(refused('not-allowed'));
      }
      await expect(
        administer(ann, room, { jid: ann.bareJid, affiliation: 'member' }),
      ).rejects.toEqual(refused('conflict'));
      expect(await room.document()).toMatchObject({ owners: [ann.bareJid], admins: [bob.bareJid] });
    });

    it('lists show what is held directly', async () => {
      const room = await fullRoom({ members: [bob.bareJid] });
      const list = xml('query', { xmlns: MUC_ADMIN }, xml('item', { affiliation: 'member' }));
      const reply = await ann.get(list, room.jid);
      const items = reply.getChild('query')!.getChildren('item');
      expect(items.map(({ attrs }) => attrs['jid'])).toEqual([bob.bareJid]);
    });
  });

  describe('registration', () => {
    const register = (client: ChatClient, room: Room, nickname: string) =>
      client.set(
        xml(
          'query',
          { xmlns: 'jabber:iq:register' },
          submitted({
            FORM_TYPE: 'http://jabber.org/protocol/muc#register',
            'muc#register_roomnick': nickname,
          }),
        ),
        room.jid,
      );
    const nicknames = async (room: Room) =>
      (
        await world.sql<{ jid: string; nickname: string | null }>(
          `select jid, room_affiliation.nickname from room_affiliation
           join room on room.id = room_id where name = $1 order by jid`,
          [room.name],
        )
      ).map(({ jid, nickname }) => [jid, nickname]);

    it('reserves a nickname and gives membership, until it is given up', async () => {
      const room = await fullRoom();
      await register(bob, room, 'Bobby');
      expect(standing(await presenceOf(eve, room, 'Bob'))).toMatchObject({ affiliation: 'member' });
      expect(await nicknames(room)).toEqual([
        [ann.bareJid, null],
        [bob.bareJid, 'Bobby'],
      ]);
      await expect(eve.join(room.jid, 'Bobby')).rejects.toEqual(refused('conflict'));
      await expect(register(eve, room, 'Bobby')).rejects.toEqual(refused('conflict'));
      await bob.set(xml('query', { xmlns: 'jabber:iq:register' }, xml('remove')), room.jid);
      expect(await nicknames(room)).toEqual([[ann.bareJid, null]]);
      await eve.join(room.jid, 'Bobby');
    });

    it('needs a nickname', async () => {
      const room = await fullRoom();
      for (const nickname of ['', ' ', '\u00a0']) {
        await expect(register(bob, room, nickname)).rejects.toEqual(refused('bad-request'));
      }
      const form = submitted({ FORM_TYPE: 'http://jabber.org/protocol/muc#register' });
      await expect(
        bob.set(xml('query', { xmlns: 'jabber:iq:register' }, form), room.jid),
      ).rejects.toEqual(refused('bad-request'));
      expect(await nicknames(room)).toEqual([[ann.bareJid, null]]);
    });

    it('needs the password of the room, which members could read without it', async () => {
      const room = await aRoom(world, { password: 'secret' });
      await expect(register(bob, room, 'Bobby')).rejects.toEqual(refused('not-authorized'));
      await bob.join(room.jid, 'Bob', 'secret');
      await register(bob, room, 'Bobby');
      expect((await room.document()).members).toEqual([bob.bareJid]);
    });

    it('of an owner keeps the affiliation', async () => {
      const room = await fullRoom();
      await register(ann, room, 'Queen');
      expect(await nicknames(room)).toEqual([[ann.bareJid, 'Queen']]);
      await ann.set(xml('query', { xmlns: 'jabber:iq:register' }, xml('remove')), room.jid);
      expect(await nicknames(room)).toEqual([[ann.bareJid, null]]);
      expect((await room.document()).owners).toEqual([ann.bareJid]);
    });

    it('of an owner by group makes a member, who is still an owner', async () => {
      const group = newName('group');
      await world.api.done('POST', '/groups', { name: group, description: group });
      await world.api.done('POST', `/users/bob/groups/${group}`);
      const room = await aRoom(world, { ownerGroups: [group] });
      await register(bob, room, 'Bobby');
      expect(await room.document()).toMatchObject({
        owners: [ann.bareJid],
        members: [bob.bareJid],
      });
      expect(standing(await bob.join(room.jid, 'Bobby'))).toMatchObject({ affiliation: 'owner' });
    });

    it('survives that nobody is in the room, and changes by the API', async () => {
      const room = await aRoom(world);
      await register(bob, room, 'Bobby');
      await room.change({ description: 'changed' });
      expect(await nicknames(room)).toContainEqual([bob.bareJid, 'Bobby']);
      await expect(eve.join(room.jid, 'Bobby')).rejects.toEqual(refused('conflict'));
    });
  });

  it('are asked for in the order of joining, one for each resource', async () => {
    const room = await fullRoom({ members: [bob.bareJid] });
    const phone = await world.online('ann', { resource: 'phone' });
    await phone.join(room.jid, 'Ann');
    expect(await room.occupants()).toEqual([
      occupant(room, 'Ann', ann.jid, 'moderator', 'owner'),
      occupant(room, 'Bob', bob.jid, 'participant', 'member'),
      occupant(room, 'Eve', eve.jid, 'participant', 'none'),
      occupant(room, 'Ann', phone.jid, 'moderator', 'owner'),
    ]);
    const counted = await world.api.done('GET', `${room.path()}&fields=occupantCount`);
    expect(counted.json()).toEqual({ occupantCount: 4 });
    const page = `/chatrooms?type=all&limit=1&text=${room.name}&fields=roomName,occupantCount`;
    expect((await world.api.done('GET', page)).json()).toEqual({
      chatRooms: [{ roomName: room.name, occupantCount: 4 }],
    });
    const of = (name: string) =>
      `/chatrooms?type=all&occupant=${name}&text=${room.name}&fields=roomName`;
    const rooms = (await world.api.done('GET', of(`${ann.bareJid}`))).json();
    expect(rooms).toEqual({ chatRooms: [{ roomName: room.name }] });
    expect((await world.api.done('GET', of('nobody'))).json()).toEqual({ chatRooms: [] });
    const reply = await world.api.done('GET', room.path('/participants'));
    expect(reply.json()).toEqual({
      participants: [
        { jid: room.occupant('Bob'), role: 'participant', affiliation: 'member' },
        { jid: room.occupant('Eve'), role: 'participant', affiliation: 'none' },
      ],
    });
    await ann.leave(room.jid, 'Ann');
    await ann.join(room.jid, 'Ann');
    await phone.nextPresence();
    await ann.say(room.jid, 'back');
    await phone.nextMessage(saying('back'));
    expect((await room.occupants()).map(({ userAddress }) => userAddress)).toEqual([
      bob.jid,
      eve.jid,
      phone.jid,
      ann.jid,
    ]);
    await phone.close();
  });

  function occupant(room: Room, nickname: string, jid: string, role: string, affiliation: string) {
    return { jid: room.occupant(nickname), userAddress: jid, role, affiliation };
  }
});
