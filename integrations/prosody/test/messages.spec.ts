import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { Stanza } from '../src/stanza.js';
import type { TransportName } from '../src/transport.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { aRoom } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Messages', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];

suite('Messages', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'cat', 'gus', 'hal', 'ivy');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const send = async (path: string, body: object) => {
    const reply = await world.api.call('POST', `/messages/${path}`, 'json', body);
    expect([reply.status, reply.text]).toEqual([201, '']);
  };

  const isMessage = (stanza: Stanza) => stanza.is('message');

  /** What is in a message. */
  const content = (message: Stanza) => ({
    from: message.attrs['from'] as string,
    type: message.attrs['type'] as string,
    children: message
      .getChildElements()
      .filter(({ name }) => name === 'body' || name === 'subject')
      .map((child) => [child.name, child.text()]),
  });

  describe('to a person', () => {
    it.each(transports)('are seen to the letter over %s', async (transport) => {
      // a client that leaves may not have acknowledged its last message, which then waits for the next one
      const name = `bob-${transport}`;
      await world.accounts(name);
      const bob = await world.online(name, { transport });
      for (const type of ['normal', 'chat', 'headline']) {
        await send(`users/${name.toUpperCase()}`, {
          body: 'Tea at <noon> & later',
          subject: 'Tea',
          type,
        });
        expect(content(await bob.nextMessage())).toEqual({
          from: 'example.org',
          type,
          children: [
            ['subject', 'Tea'],
            ['body', 'Tea at <noon> & later'],
          ],
        });
      }
      await send(`users/${name}`, { body: 'a\u0001b', subject: '', type: null });
      expect(content(await bob.nextMessage())).toEqual({
        from: 'example.org',
        type: 'normal',
        children: [['body', 'ab']],
      });
      await bob.close();
    });

    it('wait for who is offline, unless they are headlines', async () => {
      await send('users/cat', { body: 'news', type: 'headline' });
      await send('users/cat', { body: 'later' });
      await send('users/cat', { body: 'chatty', type: 'chat' });
      const cat = await world.online('cat');
      const got = [await cat.nextMessage(), await cat.nextMessage()];
      expect(got.map((message) => message.getChildText('body'))).toEqual(['later', 'chatty']);
      for (const message of got) expect(message.getChild('delay', 'urn:xmpp:delay')).toBeDefined();
      await send('users/cat', { body: 'now' });
      expect((await cat.nextMessage()).getChildText('body')).toBe('now');
      expect(cat.take(isMessage)).toEqual([]);
      await cat.close();
    });

    it('who does not exist are 404', async () => {
      const reply = await world.api.call('POST', '/messages/users/ghost', 'json', { body: 'x' });
      expect(reply.json()).toEqual({
        exception: 'UserNotFoundException',
        message: 'Could not get user',
        resource: 'ghost',
      });
    });
  });

  it('to a group reach each member and admin once, whoever else is named', async () => {
    await world.api.done('POST', '/groups', {
      name: 'Crew & co',
      admins: ['gus'],
      members: ['hal', 'ivy'],
    });
    const people = [await world.online('gus'), await world.online('hal')];
    await send(`groups/${encodeURIComponent('Crew & co')}`, { body: 'Hello', type: 'chat' });
    people.push(await world.online('ivy'));
    for (const person of people) {
      expect(content(await person.nextMessage())).toEqual({
        from: 'example.org',
        type: 'chat',
        children: [['body', 'Hello']],
      });
      expect(person.take(isMessage)).toEqual([]);
      await person.close();
    }
    const [entry] = await world.sql<{ summary: string; details: string }>(
      `select summary, details from audit_entry where summary like 'POST message to group%'`,
    );
    expect(entry!.summary).toBe('POST message to group Crew & co');
    expect(entry!.details).toMatch(/; receivers=3$/);
    expect(entry!.details).not.toContain('Hello');
  });

  it('to a room come from the room to everybody there, and are not kept', async () => {
    const room = await aRoom(world, { logEnabled: true });
    const people = [await world.online('ann'), await world.online('bob')];
    await people[0]!.join(room.jid, 'Ann');
    await people[1]!.join(room.jid, 'Bob');
    for (const person of people) person.take();
    await send(`chatrooms/${room.name}?servicename=conference`, { body: 'The kitchen is closed' });
    for (const person of people) {
      const message = await person.nextMessage(
        (stanza) => stanza.getChildText('body') === 'The kitchen is closed',
      );
      expect(message.attrs).toMatchObject({ from: room.jid, type: 'groupchat', to: person.jid });
      expect(message.getChildElements().map(({ name }) => name)).toEqual(['body']);
    }
    expect(await room.history()).toEqual([]);
    await people[0]!.say(room.jid, 'kept');
    const cat = await world.online('cat');
    await cat.join(room.jid, 'Cat');
    const first = await cat.nextMessage(
      (stanza) => stanza.attrs['type'] === 'groupchat' && stanza.getChild('body') !== undefined,
    );
    expect(first.getChildText('body')).toBe('kept');
    const empty = await aRoom(world);
    await send(`chatrooms/${empty.name}`, { body: 'anybody?' });
    await Promise.all([...people, cat].map((person) => person.close()));
  });
});
