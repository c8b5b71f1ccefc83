import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { statusCodes, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  aRoom,
  configurationCodes,
  discover,
  discoverItems,
  invite,
  isGone,
  nextInvitation,
  presenceOf,
  refusal,
  type Room,
  saying,
  setSubject,
  shownSubject,
  standing,
  submitted,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'What the fields of a room govern', ['prosody']);

suite('What the fields of a room govern', () => {
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

  const refused = (condition: string) => expect.objectContaining({ condition });
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

  it('naturalName: the name in discovery; occupants hear of a change', async () => {
    const room = await aRoom(world, { naturalName: 'Tea' });
    expect((await discover(ann, room.jid)).name).toBe('Tea');
    await bob.join(room.jid, 'Bob');
    await room.change({ naturalName: 'Tëa Room' });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    const { name, form } = await discover(ann, room.jid);
    expect([name, form['muc#roomconfig_roomname']]).toEqual(['Tëa Room', ['Tëa Room']]);
  });

  it('description: in discovery', async () => {
    const room = await aRoom(world, { description: 'Biscuits' });
    await bob.join(room.jid, 'Bob');
    await room.change({ description: 'No biscuits' });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    const { form } = await discover(ann, room.jid);
    expect(form['muc#roominfo_description']).toEqual(['No biscuits']);
  });

  it('subject: sent to who enters; changed and cleared for everybody', async () => {
    const room = await aRoom(world, { subject: 'Earl Grey' });
    await bob.join(room.jid, 'Bob');
    await shownSubject(bob, room, 'Earl Grey');
    expect((await discover(ann, room.jid)).form['muc#roominfo_subject']).toEqual(['Earl Grey']);
    await room.change({ subject: 'Assam' });
    const message = await shownSubject(bob, room, 'Assam');
    expect(message.attrs).toMatchObject({ from: room.jid, type: 'groupchat' });
    await room.change({ subject: '' });
    await shownSubject(bob, room, '');
    expect(bob.take((stanza) => statusCodes(stanza).includes(104))).toEqual([]);
  });

  it('subject: of a closed room, for those who may enter', async () => {
    const room = await aRoom(world, { subject: 'Secrets', membersOnly: true });
    const shown = async (client: ChatClient) =>
      (await discover(client, room.jid)).form['muc#roominfo_subject'];
    expect([await shown(ann), await shown(bob)]).toEqual([['Secrets'], undefined]);
  });

  it('password: asked for at entry', async () => {
    const room = await aRoom(world, { password: 's3cret' });
    await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('not-authorized'));
    await expect(bob.join(room.jid, 'Bob', 'wrong')).rejects.toEqual(refused('not-authorized'));
    await bob.join(room.jid, 'Bob', 's3cret');
    await room.change({ password: 'other' });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await expect(eve.join(room.jid, 'Eve', 's3cret')).rejects.toEqual(refused('not-authorized'));
    await eve.join(room.jid, 'Eve', 'other');
  });

  it('maxUsers: no entry beyond it, owners and admins excepted', async () => {
    const room = await aRoom(world, { maxUsers: 1 });
    await bob.join(room.jid, 'Bob');
    await expect(eve.join(room.jid, 'Eve')).rejects.toEqual(refused('service-unavailable'));
    await ann.join(room.jid, 'Ann');
    const second = await world.online('bob', { resource: 'phone' });
    await second.join(room.jid, 'Bob');
    await second.send(xml('presence', { to: room.occupant('Bobby') }));
    expect(await refusal(second, room)).toBe('service-unavailable');
    await second.leave(room.jid, 'Bob');
    await bob.send(xml('presence', { to: room.occupant('Robert') }));
    await presenceOf(ann, room, 'Robert');
    await room.change({ maxUsers: 0 });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await eve.join(room.jid, 'Eve');
    await second.close();
  });

  it('persistent: the room remains without people, or goes with the last one', async () => {
    const room = await aRoom(world);
    await bob.join(room.jid, 'Bob');
    await bob.leave(room.jid, 'Bob');
    expect(await room.status()).toBe(200);
    await bob.join(room.jid, 'Bob');
    await room.change({ persistent: false });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await room.change({ persistent: true });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await bob.leave(room.jid, 'Bob');
    expect(await room.status()).toBe(200);
    await bob.join(room.jid, 'Bob');
    await room.change({ persistent: false });
    await bob.leave(room.jid, 'Bob');
    expect(await room.status()).toBe(404);
  });

  it('publicRoom: listed', async () => {
    const room = await aRoom(world);
    const service = `conference.${world.domain}`;
    expect((await discoverItems(bob, service)).items).not.toContain(room.jid);
    await room.change({ publicRoom: true });
    expect((await discoverItems(bob, service)).items).toContain(room.jid);
    expect((await discover(bob, room.jid)).features).toContain('muc_public');
  });

  it('registrationEnabled: people may register a nickname, which makes them members', async () => {
    const room = await aRoom(world, { registrationEnabled: false });
    expect((await discover(bob, room.jid)).features).not.toContain('jabber:iq:register');
    await expect(register(bob, room, 'Bobby')).rejects.toEqual(refused('not-allowed'));
    await room.change({ registrationEnabled: true });
    expect((await discover(bob, room.jid)).features).toContain('jabber:iq:register');
    await register(bob, room, 'Bobby');
    expect((await room.document()).members).toEqual([bob.bareJid]);
    await expect(eve.join(room.jid, 'Bobby')).rejects.toEqual(refused('conflict'));
  });

  it('canAnyoneDiscoverJID: who sees real addresses', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await eve.join(room.jid, 'Eve');
    expect(standing(await presenceOf(ann, room, 'Eve')).jid).toBe(eve.jid);
    expect(standing(await presenceOf(bob, room, 'Eve')).jid).toBeUndefined();
    await eve.leave(room.jid, 'Eve');
    await room.change({ canAnyoneDiscoverJID: true });
    expect(await configurationCodes(bob, room)).toEqual([172]);
    bob.take();
    expect(standing(await eve.join(room.jid, 'Eve')).codes).toContain(100);
    expect(standing(await presenceOf(bob, room, 'Eve')).jid).toBe(eve.jid);
    await room.change({ canAnyoneDiscoverJID: false });
    expect(await configurationCodes(bob, room)).toEqual([173]);
  });

  it('canOccupantsChangeSubject: participants may, otherwise moderators', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await setSubject(bob, room, 'Nonsense');
    expect(await refusal(bob, room)).toBe('forbidden');
    await setSubject(ann, room, 'Sense');
    await shownSubject(bob, room, 'Sense');
    await room.change({ canOccupantsChangeSubject: true });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await setSubject(bob, room, 'Nonsense');
    const message = await shownSubject(ann, room, 'Nonsense');
    expect(message.attrs['from']).toBe(room.occupant('Bob'));
    expect((await room.document()).subject).toBe('Nonsense');
  });

  it('canOccupantsInvite: everyone present may invite into a members-only room', async () => {
    const room = await aRoom(world, { membersOnly: true, members: [bob.bareJid] });
    await bob.join(room.jid, 'Bob');
    await invite(bob, room, eve.bareJid);
    expect(await refusal(bob, room)).toBe('forbidden');
    await room.change({ canOccupantsInvite: true });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await invite(bob, room, eve.bareJid);
    await nextInvitation(eve, room);
    await eve.join(room.jid, 'Eve');
  });

  it('a new nickname keeps the place among the occupants', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await ann.send(xml('presence', { to: room.occupant('Anne') }));
    await presenceOf(bob, room, 'Anne');
    expect((await room.occupants()).map(({ jid }) => jid)).toEqual([
      room.occupant('Anne'),
      room.occupant('Bob'),
    ]);
  });

  it('canChangeNickname: occupants may change their nickname', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await bob.join(room.jid, 'Robert');
    await presenceOf(bob, room, 'Robert');
    expect(standing(await presenceOf(ann, room, 'Bob', isGone)).codes).toEqual([303]);
    await room.change({ canChangeNickname: false });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await expect(bob.join(room.jid, 'Bobby')).rejects.toEqual(refused('not-acceptable'));
    await expect(ann.join(room.jid, 'Anna')).rejects.toEqual(refused('not-acceptable'));
    expect((await room.occupants()).map(({ jid }) => jid)).toEqual([
      room.occupant('Ann'),
      room.occupant('Robert'),
    ]);
  });

  it('logEnabled: the conversation is stored', async () => {
    const room = await aRoom(world);
    expect(standing(await bob.join(room.jid, 'Bob')).codes).not.toContain(170);
    await bob.say(room.jid, 'between us');
    await room.change({ logEnabled: true });
    expect(await configurationCodes(bob, room)).toEqual([170]);
    await bob.say(room.jid, 'for the record');
    expect(standing(await eve.join(room.jid, 'Eve')).codes).toContain(170);
    await room.change({ logEnabled: false });
    expect(await configurationCodes(bob, room)).toEqual([171]);
    await bob.say(room.jid, 'between us again');
    expect((await room.history()).map(({ body }) => body)).toEqual(['for the record']);
  });

  it('loginRestrictedToNickname: registered people use their reserved nickname only', async () => {
    const room = await aRoom(world);
    await register(bob, room, 'Bobby');
    await room.change({ loginRestrictedToNickname: true });
    await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('not-acceptable'));
    await bob.join(room.jid, 'Bobby');
    await expect(bob.join(room.jid, 'Bob')).rejects.toEqual(refused('not-acceptable'));
    await eve.join(room.jid, 'Anything');
  });

  it('membersOnly: entry for owners, admins and members; switched on, the others have to go', async () => {
    const room = await aRoom(world, { members: [bob.bareJid] });
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await eve.join(room.jid, 'Eve');
    await room.change({ membersOnly: true });
    const told = standing(await presenceOf(eve, room, 'Eve', isGone));
    expect(told).toMatchObject({ affiliation: 'none', role: 'none' });
    expect(told.reason).toBe('This room is now members-only.');
    expect(told.codes).toEqual([322, 110]);
    for (const other of [ann, bob]) {
      const seen = standing(await presenceOf(other, room, 'Eve', isGone));
      expect(seen).toMatchObject({ role: 'none', codes: [322], reason: told.reason });
      expect(await configurationCodes(other, room)).toEqual([104]);
    }
    await expect(eve.join(room.jid, 'Eve')).rejects.toEqual(refused('registration-required'));
    expect((await room.occupants()).map(({ jid }) => jid)).toEqual([
      room.occupant('Ann'),
      room.occupant('Bob'),
    ]);
  });

  it('moderated: only those with voice may speak', async () => {
    const room = await aRoom(world, { moderated: true, members: [bob.bareJid] });
    expect(standing(await bob.join(room.jid, 'Bob')).role).toBe('participant');
    expect(standing(await eve.join(room.jid, 'Eve')).role).toBe('visitor');
    await expect(eve.say(room.jid, 'May I?')).rejects.toEqual(refused('forbidden'));
    await bob.say(room.jid, 'I may');
    await room.change({ moderated: false });
    expect(await configurationCodes(bob, room)).toEqual([104]);
    await eve.leave(room.jid, 'Eve');
    expect(standing(await eve.join(room.jid, 'Eve')).role).toBe('participant');
    await eve.say(room.jid, 'Now I may');
  });

  it('broadcastPresenceRoles: whose presence the others see', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await presenceOf(ann, room, 'Bob');
    ann.take();
    await room.change({ broadcastPresenceRoles: ['moderator'] });
    expect(await configurationCodes(ann, room)).toEqual([104]);
    await eve.join(room.jid, 'Eve');
    expect(standing(await presenceOf(eve, room, 'Ann')).role).toBe('moderator');
    await bob.say(room.jid, 'here');
    await Promise.all([ann, eve].map((client) => client.nextMessage(saying('here'))));
    const shown = (client: ChatClient, nickname: string) =>
      client.take(
        (stanza) => stanza.is('presence') && stanza.attrs['from'] === room.occupant(nickname),
      );
    expect([shown(eve, 'Bob'), shown(ann, 'Eve'), shown(bob, 'Eve')]).toEqual([[], [], []]);
    expect(shown(ann, 'Bob')).toEqual([]);
    await room.change({ broadcastPresenceRoles: ['moderator', 'participant'] });
    await eve.send(xml('presence', { to: room.occupant('Eve') }, xml('show', {}, 'away')));
    expect(standing(await presenceOf(ann, room, 'Eve')).role).toBe('participant');
  });

  it('broadcastPresenceRoles emptied: those who were seen leave when they leave', async () => {
    const room = await aRoom(world);
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await presenceOf(ann, room, 'Bob');
    ann.take();
    await room.change({ broadcastPresenceRoles: [] });
    await bob.say(room.jid, 'still here');
    await ann.nextMessage(saying('still here'));
    expect(ann.take((stanza) => stanza.is('presence'))).toEqual([]);
    await bob.leave(room.jid, 'Bob');
    expect(standing(await presenceOf(ann, room, 'Bob', isGone)).role).toBe('none');
  });

  it('broadcastPresenceRoles left out: everybody is seen (CK-7)', async () => {
    const room = await aRoom(world, { broadcastPresenceRoles: undefined });
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    expect(standing(await presenceOf(ann, room, 'Bob')).role).toBe('participant');
  });

  it('broadcastPresenceRoles empty: nobody is seen', async () => {
    const room = await aRoom(world, { broadcastPresenceRoles: [] });
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    await bob.say(room.jid, 'anybody here?');
    await ann.nextMessage(saying('anybody here?'));
    await world.api.done('POST', room.path('/outcasts/bob'));
    expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([301, 110]);
    await ann.say(room.jid, 'who was that?');
    const seen = ann.take(({ attrs }) => attrs['from'] === room.occupant('Bob'));
    expect(seen.filter((stanza) => stanza.is('presence'))).toEqual([]);
  });

  it.each([
    ['anyone', ['Ann', 'Bob', 'Eve']],
    ['participants', ['Ann', 'Bob']],
    ['moderators', ['Ann']],
    ['none', []],
  ])('allowPM %s: private messages of %j', async (allowPM, allowed) => {
    const room = await aRoom(world, { allowPM, moderated: true, members: [bob.bareJid] });
    const people = { Ann: ann, Bob: bob, Eve: eve };
    for (const [nickname, client] of Object.entries(people)) await client.join(room.jid, nickname);
    for (const [nickname, client] of Object.entries(people)) {
      const [to, receiver] = nickname === 'Bob' ? (['Ann', ann] as const) : (['Bob', bob] as const);
      const text = `psst from ${nickname}`;
      await client.send(
        xml('message', { to: room.occupant(to), type: 'chat' }, xml('body', {}, text)),
      );
      if (allowed.includes(nickname)) {
        const { attrs } = await receiver.nextMessage(saying(text));
        expect(attrs['from']).toBe(room.occupant(nickname));
      } else {
        expect(await refusal(client, room)).toBe('forbidden');
      }
    }
  });
});
