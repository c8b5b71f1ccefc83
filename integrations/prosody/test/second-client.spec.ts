import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  aRoom,
  invite,
  newName,
  presenceOf,
  Room,
  saying,
  shownSubject,
  standing,
  stopUnharmed,
} from './room-scene.js';
import { SlixmppPerson } from './second-client/slixmpp-person.js';

const suite = await suiteNeeds(describe, 'A second client', ['prosody', 'python3-slixmpp']);

const PUBSUB = 'http://jabber.org/protocol/pubsub';
const BOOKMARKS = 'urn:xmpp:bookmarks:1';

suite('A second client, slixmpp', () => {
  let world: World;
  let ann: ChatClient;
  let sly: SlixmppPerson;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'sly');
    ann = await world.online('ann');
    sly = await SlixmppPerson.start();
  });
  afterAll(async () => {
    await sly?.stop();
    await stopUnharmed(world);
  });

  const slysJid = 'sly@example.org';

  it('logs in over STARTTLS', async () => {
    expect(await sly.login(world, 'sly', 'snake')).toEqual({
      jid: `${slysJid}/snake`,
      encryption: expect.stringMatching(/^TLSv1\.[23]$/),
    });
    const reply = await world.api.done('GET', '/sessions/sly');
    expect(reply.json()).toMatchObject({
      sessions: [{ sessionId: `${slysJid}/snake`, username: 'sly', secure: true }],
    });
  });

  it('is refused with a wrong password', async () => {
    const stranger = await SlixmppPerson.start();
    try {
      await world.accounts('stranger');
      await world.api.done('PUT', '/users/stranger', { password: 'another' });
      await expect(stranger.login(world, 'stranger', 'any')).rejects.toThrow('not-authorized');
    } finally {
      await stranger.stop();
    }
  });

  it('shares its roster with the API', async () => {
    const item = { jid: 'bob@example.org', nickname: 'Bob', subscriptionType: 3, groups: ['Tea'] };
    await world.api.done('POST', '/users/sly/roster', item);
    expect(await sly.tell('roster')).toEqual({
      'bob@example.org': { name: 'Bob', subscription: 'both', groups: ['Tea'] },
    });
    await sly.tell('available');
    await world.api.done('PUT', '/users/sly/roster/bob@example.org', { ...item, nickname: 'Rob' });
    expect(await sly.next('push', { name: 'Rob' })).toMatchObject({ jid: 'bob@example.org' });

    await sly.tell('befriend', { jid: ann.bareJid, name: 'Ann', groups: ['Work'] });
    const reply = await world.api.done('GET', '/users/sly/roster');
    expect(reply.json<{ rosterItem: unknown[] }>().rosterItem).toContainEqual(
      expect.objectContaining({ jid: ann.bareJid, nickname: 'Ann', groups: ['Work'] }),
    );
  });

  it('shares its vCard with the API', async () => {
    await sly.tell('set_card', { name: 'Sly <&> Snake', note: 'ssss 🐍' });
    const reply = await world.api.call('GET', '/users/sly/vcard', 'xml');
    expect(reply.text).toContain('Sly &lt;&amp;&gt; Snake');
    await world.api.call(
      'PUT',
      '/users/ann/vcard',
      'xml',
      '<vCard xmlns="vcard-temp"><FN>Ann</FN><NOTE>at the desk</NOTE></vCard>',
    );
    expect(await sly.tell('card', { jid: ann.bareJid })).toEqual({
      name: 'Ann',
      note: 'at the desk',
    });
  });

  it.each(['xep_0223', 'xep_0049'])(
    'shares its bookmarks with newer clients: %s',
    async (method) => {
      await sly.tell('available');
      const recent = await world.login('sly');
      const items = async () => {
        const answer = await recent.get(xml('pubsub', PUBSUB, xml('items', { node: BOOKMARKS })));
        const found = answer.getChild('pubsub')!.getChild('items')!.getChildren('item');
        return found.map(({ attrs }) => attrs['id']).sort();
      };
      const [published, added] = [newName(`${method}-a`), newName(`${method}-b`)].map(
        (name) => `${name}@conference.example.org`,
      );
      const page = `https://example.org/?${method}&b`;
      const conference = xml('conference', { xmlns: BOOKMARKS });
      const publish = xml(
        'publish',
        { node: BOOKMARKS },
        xml('item', { id: published }, conference),
      );
      await recent.set(xml('pubsub', PUBSUB, publish));
      const told = await sly.next('bookmarks');
      expect(told['rooms']).toContain(published);
      expect(await sly.tell('bookmarks', { method })).toEqual(told);

      await sly.tell('bookmark', { room: added, nickname: 'Sly', page, method });
      expect(await items()).toEqual(expect.arrayContaining([published, added]));
      const stored = { rooms: await items(), pages: expect.arrayContaining([page]) };
      expect(await sly.next('bookmarks')).toEqual(stored);
      expect(await sly.tell('bookmarks', { method: 'xep_0049' })).toEqual(stored);
      expect(await sly.tell('bookmarks', { method: 'xep_0223' })).toEqual(stored);
      await recent.close();
    },
  );

  it('talks in a room of the API with somebody at another client', async () => {
    const room = await aRoom(world, {
      subject: 'Earl Grey',
      logEnabled: true,
      canOccupantsChangeSubject: true,
    });
    await ann.join(room.jid, 'Ann');
    await ann.say(room.jid, 'before');
    expect(await sly.tell('join', { room: room.jid, nickname: 'Sly' })).toEqual({
      nickname: 'Sly',
      affiliation: 'none',
      role: 'participant',
      codes: [110, 170],
      subject: 'Earl Grey',
      others: ['Ann'],
      history: [], // it only looks for what the room itself has delayed
    });
    await sly.next('message', { body: 'before', from: room.occupant('Ann') });
    expect(standing(await presenceOf(ann, room, 'Sly')).jid).toBe(`${slysJid}/snake`);

    await sly.tell('say', { room: room.jid, body: 'ssss <&> 🐍' });
    await ann.nextMessage(saying('ssss <&> 🐍'));
    await ann.say(room.jid, 'Hello, Sly');
    await sly.next('message', { body: 'Hello, Sly', from: room.occupant('Ann') });
    await sly.tell('set_subject', { room: room.jid, subject: 'Lapsang' });
    await shownSubject(ann, room, 'Lapsang');

    expect(await room.document()).toMatchObject({ subject: 'Lapsang' });
    expect(await room.occupants()).toContainEqual({
      jid: room.occupant('Sly'),
      userAddress: `${slysJid}/snake`,
      role: 'participant',
      affiliation: 'none',
    });
    expect((await room.history()).map(({ from, body }) => [from, body])).toEqual([
      [room.occupant('Ann'), 'before'],
      [room.occupant('Sly'), 'ssss <&> 🐍'],
      [room.occupant('Ann'), 'Hello, Sly'],
    ]);
  });

  it('pages through what was said', async () => {
    const room = await aRoom(world, { logEnabled: true });
    await ann.join(room.jid, 'Ann');
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const text of texts) await ann.say(room.jid, text);
    expect(await sly.tell('archive', { room: room.jid, page: 2 })).toEqual(
      texts.map((body) => ({ from: room.occupant('Ann'), type: 'groupchat', body })),
    );
  });

  it.each([12, 13] as const)(
    'of Debian %d hears once that a message is taken back, which does not come again',
    async (series) => {
      const room = await aRoom(world, { logEnabled: true });
      await ann.join(room.jid, 'Ann');
      const enter = async (nickname: string) => {
        const client = await SlixmppPerson.start(series);
        await client.login(world, 'sly', nickname);
        await client.tell('enter', { room: room.jid, nickname });
        return client;
      };
      let client = await enter(`Sly ${series}`);
      try {
        const heard = await ann.say(room.jid, 'secret words');
        const id = String(heard.getChild('stanza-id', 'urn:xmpp:sid:0')!.attrs['id']);
        await world.api.done('DELETE', `${room.path(`/chathistory/${id}`)}&retract=true`);
        expect(await client.next('moderated')).toEqual({ from: room.jid, id: `retraction-${id}` });
        await ann.say(room.jid, 'sorry');
        await client.next('message', { body: 'sorry' });
        expect(await client.tell('kept', { kind: 'moderated' })).toBe(0);
        await client.stop();
        client = await enter(`Sly ${series} again`);
        expect(await client.next('message')).toMatchObject({ body: 'sorry' });
        const asked = { room: room.jid, page: 9 };
        const archived = await client.tell<{ body: string }[]>('archive', asked);
        expect(archived.map(({ body }) => body)).toEqual(['', '', 'sorry']);
        expect(await client.tell('kept', { kind: 'moderated' })).toBe(0);
      } finally {
        await client.stop();
      }
    },
  );

  it('feels what the API changes', async () => {
    const room = await aRoom(world, { moderated: true });
    await sly.tell('join', { room: room.jid, nickname: 'Sly' });
    await world.api.done('POST', room.path('/admins/sly'));
    const from = room.occupant('Sly');
    await sly.next('presence', { from, affiliation: 'admin', role: 'moderator' });
    await world.api.done('POST', room.path('/outcasts/sly'));
    expect(await sly.next('presence', { from, type: 'unavailable' })).toMatchObject({
      affiliation: 'outcast',
      codes: [110, 301],
    });
  });

  it('is told why it is not let in', async () => {
    const closed = await aRoom(world, { membersOnly: true });
    const secret = await aRoom(world, { password: 'secret' });
    const banning = await aRoom(world, { outcasts: [slysJid] });
    const full = await aRoom(world, { maxUsers: 1 });
    await ann.join(full.jid, 'Ann');
    for (const [room, condition] of [
      [closed, 'registration-required'],
      [secret, 'not-authorized'],
      [banning, 'forbidden'],
      [full, 'service-unavailable'],
    ] as const) {
      await expect(sly.tell('join', { room: room.jid, nickname: 'Sly' })).rejects.toThrow(
        condition,
      );
    }
  });

  it('makes a room and configures it, which the API shows', async () => {
    const room = new Room(world, newName('client'));
    expect(await sly.tell('join', { room: room.jid, nickname: 'Sly' })).toMatchObject({
      affiliation: 'owner',
      codes: [100, 110, 170, 201],
    });
    expect(await sly.tell('configuration', { room: room.jid })).toMatchObject({
      'muc#roomconfig_maxusers': '30',
      'muc#roomconfig_whois': 'anyone',
      'muc#roomconfig_presencebroadcast': ['moderator', 'participant', 'visitor'],
    });
    await sly.tell('configure', {
      room: room.jid,
      values: {
        'muc#roomconfig_roomname': 'Nest <of> snakes & "friends"',
        'muc#roomconfig_persistentroom': true,
        'muc#roomconfig_maxusers': '7',
        'muc#roomconfig_presencebroadcast': ['moderator'],
      },
    });
    await sly.tell('affiliate', { room: room.jid, jid: ann.bareJid, affiliation: 'member' });
    expect(await sly.tell('affiliated', { room: room.jid, affiliation: 'member' })).toEqual([
      ann.bareJid,
    ]);
    expect(await room.document()).toMatchObject({
      naturalName: 'Nest <of> snakes & "friends"',
      persistent: true,
      maxUsers: 7,
      broadcastPresenceRoles: ['moderator'],
      owners: [slysJid],
      members: [ann.bareJid],
    });
  });

  it('is invited, by the API and by chat users', async () => {
    const room = await aRoom(world, { membersOnly: true, password: 'secret & more' });
    await world.api.done('POST', room.path('/invite/sly'), { reason: 'Come in' });
    expect(await sly.next('invitation')).toEqual({
      from: room.jid,
      by: room.jid,
      reason: 'Come in',
      password: 'secret & more',
      direct: room.jid,
    });
    await ann.join(room.jid, 'Ann', 'secret & more');
    await invite(ann, room, slysJid);
    const { by, password } = await sly.next('invitation');
    expect(by).toBe(room.occupant('Ann'));
    expect((await room.document()).members).toEqual([slysJid]);
    expect(await sly.tell('join', { room: room.jid, nickname: 'Sly', password })).toMatchObject({
      affiliation: 'member',
    });
  });

  it('reads what it was written', async () => {
    for (const text of ['one', 'two', 'three']) {
      await ann.send(xml('message', { to: slysJid, type: 'chat' }, xml('body', {}, text)));
    }
    await ann.get(xml('ping', { xmlns: 'urn:xmpp:ping' }), world.domain); // they have been dealt with
    const messages = await sly.tell<{ type: string }[]>('archive', { room: null, page: 2 });
    expect(messages.filter(({ type }) => type === 'chat')).toEqual(
      ['one', 'two', 'three'].map((body) => ({ from: ann.jid, type: 'chat', body })),
    );
  });

  it('is told that its account is locked, and stays out', async () => {
    await world.api.done('POST', '/lockouts/sly');
    expect(await sly.tell('ended')).toBe('not-authorized');
    await expect(sly.login(world, 'sly', 'snake')).rejects.toThrow('account-disabled');
    await world.api.done('DELETE', '/lockouts/sly');
    expect((await sly.login(world, 'sly', 'snake')).jid).toBe(`${slysJid}/snake`);
  });
});
