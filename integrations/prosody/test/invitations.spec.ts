import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  aRoom,
  invite,
  MUC_USER,
  newName,
  nextInvitation,
  refusal,
  type Room,
  saying,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Invitations', ['prosody']);

suite('Invitations', () => {
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

  const told = (stanza: Stanza) => {
    const x = stanza.getChild('x', MUC_USER)!;
    const direct = stanza.getChild('x', 'jabber:x:conference');
    return {
      from: stanza.attrs['from'] as string,
      type: stanza.attrs['type'] as string | undefined,
      inviter: x.getChild('invite')!.attrs['from'] as string,
      reason: x.getChild('invite')!.getChildText('reason'),
      password: x.getChildText('password'),
      direct: direct?.attrs['jid'] as string | undefined,
    };
  };
  /** What only the room itself says. */
  const ofRoom = (room: Room, reason: string | null, password: string | null = null) => ({
    from: room.jid,
    type: undefined,
    inviter: room.jid,
    reason,
    password,
    direct: room.jid,
  });
  /** Nothing for `client` has been on its way since: what it writes to itself comes back last. */
  async function nothingFor(client: ChatClient) {
    const text = newName('mark');
    await client.send(xml('message', { to: client.jid, type: 'chat' }, xml('body', {}, text)));
    await client.nextMessage(saying(text));
    return client.take(
      (stanza) => stanza.getChild('x', MUC_USER)?.getChild('invite') !== undefined,
    );
  }
  const members = async (room: Room) => (await room.document()).members;

  describe('of the API', () => {
    it('to one person, in the name of the room, with its password', async () => {
      const room = await aRoom(world, { password: 's3cret' });
      await world.api.done('POST', room.path('/invite/bob'), { reason: 'Come in' });
      const invitation = await nextInvitation(bob, room);
      expect(told(invitation)).toEqual(ofRoom(room, 'Come in', 's3cret'));
      expect(invitation.getChildElements().map(({ name }) => name)).toEqual([
        ...['x', 'x'],
        'stanza-id', // in bob's archive
      ]);
      expect(await members(room)).toEqual([]);
    });

    it('without reason and password; the room need not be in use', async () => {
      const room = await aRoom(world);
      await world.api.done('POST', room.path('/invite/bob'));
      expect(told(await nextInvitation(bob, room))).toEqual(ofRoom(room, null));
    });

    it('to a list of people and groups, to each once', async () => {
      const group = newName('group');
      await world.api.done('POST', '/groups', { name: group, description: group });
      for (const person of ['bob', 'eve']) {
        await world.api.done('POST', `/users/${person}/groups/${group}`);
      }
      const room = await aRoom(world);
      await world.api.done('POST', room.path('/invite'), {
        reason: 'All of you',
        jidsToInvite: ['ann', bob.bareJid, group],
      });
      for (const client of [ann, bob, eve]) {
        expect(told(await nextInvitation(client, room))).toEqual(ofRoom(room, 'All of you'));
        expect(await nothingFor(client)).toEqual([]);
      }
    });

    it('to one resource, or to all', async () => {
      const room = await aRoom(world);
      const phone = await world.online('bob', { resource: 'phone' });
      const invitee = encodeURIComponent(phone.jid);
      await world.api.done('POST', room.path(`/invite/${invitee}`), { reason: 'Phone' });
      expect(told(await nextInvitation(phone, room)).reason).toBe('Phone');
      expect(await nothingFor(bob)).toEqual([]);
      await world.api.done('POST', room.path('/invite/bob'), { reason: 'All' });
      for (const client of [bob, phone]) {
        expect(told(await nextInvitation(client, room)).reason).toBe('All');
      }
      await phone.close();
    });

    it('to nobody who exists harm nobody', async () => {
      const room = await aRoom(world);
      await ann.join(room.jid, 'Ann');
      await world.api.done('POST', room.path('/invite/nobody'));
      await ann.say(room.jid, 'still here');
    });

    it('with sendInvitations, to whom gets an affiliation', async () => {
      const group = newName('group');
      await world.api.done('POST', '/groups', { name: group, description: group });
      await world.api.done('POST', `/users/eve/groups/${group}`);
      const name = newName();
      await world.api.done('POST', '/chatrooms?sendInvitations=true', {
        roomName: name,
        owners: [ann.bareJid],
        members: [bob.bareJid],
        adminGroups: [group],
      });
      const room = { jid: `${name}@conference.example.org` } as Room;
      for (const [client, affiliation] of [
        [ann, 'owner'],
        [bob, 'member'],
        [eve, 'admin'],
      ] as const) {
        expect(told(await nextInvitation(client, room)).reason).toBe(
          `You are ${affiliation} of room ${name}`,
        );
      }
      await world.api.done('POST', `/chatrooms/${name}/admins/bob?sendInvitations=true`);
      expect(told(await nextInvitation(bob, room)).reason).toBe(`You are admin of room ${name}`);
      await world.api.done('POST', `/chatrooms/${name}/outcasts/bob?sendInvitations=true`);
      expect(await nothingFor(bob)).toEqual([]);
    });
  });

  describe('of chat users', () => {
    it('into an open room: any occupant may, nobody becomes a member', async () => {
      const room = await aRoom(world, { moderated: true, password: 's3cret' });
      await bob.join(room.jid, 'Bob', 's3cret');
      expect((await room.occupants())[0]?.role).toBe('visitor');
      await invite(bob, room, eve.bareJid, ann.bareJid);
      for (const client of [eve, ann]) {
        expect(told(await nextInvitation(client, room))).toMatchObject({
          from: room.jid,
          reason: 'Come in',
          password: 's3cret',
          direct: room.jid,
        });
      }
      expect(await members(room)).toEqual([]);
    });

    it('say who invites, without showing more than the room shows', async () => {
      const room = await aRoom(world);
      await bob.join(room.jid, 'Bob');
      await invite(bob, room, eve.bareJid);
      expect(told(await nextInvitation(eve, room)).inviter).toBe(room.occupant('Bob'));
      await room.change({ canAnyoneDiscoverJID: true });
      await invite(bob, room, eve.bareJid);
      expect(told(await nextInvitation(eve, room)).inviter).toBe(bob.jid);
    });

    it('into a members-only room: of owners and admins, and they make members', async () => {
      const room = await aRoom(world, { membersOnly: true, admins: [bob.bareJid] });
      await invite(bob, room, eve.bareJid);
      await nextInvitation(eve, room);
      expect(await members(room)).toEqual([eve.bareJid]);
      await eve.join(room.jid, 'Eve');
      await invite(eve, room, 'zoe@example.org');
      expect(await refusal(eve, room)).toBe('forbidden');
      expect(await members(room)).toEqual([eve.bareJid]);
    });

    it('into a members-only room where everyone may', async () => {
      const room = await aRoom(world, {
        membersOnly: true,
        canOccupantsInvite: true,
        members: [bob.bareJid],
      });
      await bob.join(room.jid, 'Bob');
      await invite(bob, room, eve.bareJid);
      await nextInvitation(eve, room);
      expect(await members(room)).toEqual([bob.bareJid, eve.bareJid]);
    });

    it('are refused to people outside, and for outcasts', async () => {
      const room = await aRoom(world, { outcasts: ['zoe@example.org'] });
      await invite(eve, room, bob.bareJid);
      expect(await refusal(eve, room)).toBe('not-acceptable');
      await bob.join(room.jid, 'Bob');
      await invite(bob, room, 'zoe@example.org');
      expect(await refusal(bob, room)).toBe('not-allowed');
      expect(await room.document()).toMatchObject({ members: [], outcasts: ['zoe@example.org'] });
    });

    it('to several people: all of them are invited, or nobody', async () => {
      const room = await aRoom(world, { membersOnly: true, outcasts: ['zoe@example.org'] });
      await ann.join(room.jid, 'Ann');
      await invite(ann, room, eve.bareJid, 'zoe@example.org');
      expect(await refusal(ann, room)).toBe('not-allowed');
      await invite(ann, room, eve.bareJid, '@');
      expect(await refusal(ann, room)).toBe('jid-malformed');
      expect(await members(room)).toEqual([]);
      await invite(ann, room, eve.bareJid, bob.bareJid);
      await nextInvitation(bob, room);
      await nextInvitation(eve, room);
      expect(await nothingFor(eve)).toEqual([]);
      expect(await members(room)).toEqual([bob.bareJid, eve.bareJid]);
    });

    it('can be declined', async () => {
      const room = await aRoom(world, { canAnyoneDiscoverJID: true });
      await bob.join(room.jid, 'Bob');
      await invite(bob, room, eve.bareJid);
      await nextInvitation(eve, room);
      const decline = xml('decline', { to: bob.jid }, xml('reason', {}, 'Busy'));
      await eve.send(xml('message', { to: room.jid }, xml('x', { xmlns: MUC_USER }, decline)));
      const answer = await bob.nextMessage(
        (stanza) => stanza.getChild('x', MUC_USER)?.getChild('decline') !== undefined,
      );
      expect(answer.attrs['from']).toBe(room.jid);
    });
  });
});
