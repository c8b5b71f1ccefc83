import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { archivePage } from './archive-page.js';
import {
  aRoom,
  MUC,
  MUC_USER,
  newName,
  presenceOf,
  type Room,
  saying,
  setSubject,
  shownSubject,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'History', ['prosody']);

const DELAY = 'urn:xmpp:delay';
const IDS = 'urn:xmpp:sid:0';

suite('History', () => {
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
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  /** A logged room in which ann has said 1, 2, 3, … and that she has left. */
  async function talkedIn(amount: number, fields: Parameters<typeof aRoom>[1] = {}) {
    const room = await aRoom(world, { logEnabled: true, ...fields });
    await ann.join(room.jid, 'Ann');
    for (const text of numbers(1, amount)) await ann.say(room.jid, text);
    await ann.leave(room.jid, 'Ann');
    return room;
  }

  /** Bob enters and leaves; what he was shown of the past. */
  async function replayed(room: Room, history?: Record<string, string>): Promise<Stanza[]> {
    const children = history ? [xml('history', history)] : [];
    await bob.send(
      xml('presence', { to: room.occupant('Bob') }, xml('x', { xmlns: MUC }, ...children)),
    );
    await presenceOf(bob, room, 'Bob');
    await shownSubject(bob, room, ''); // comes after the history
    const shown = bob.take(
      (stanza) => stanza.is('message') && stanza.getChild('body') !== undefined,
    );
    await bob.leave(room.jid, 'Bob');
    return shown;
  }
  const bodies = (stanzas: readonly Stanza[]) =>
    stanzas.map((stanza) => stanza.getChildText('body'));

  describe('shown to who enters', () => {
    it('as it was said, with the time, after the room was empty', async () => {
      const room = await talkedIn(2);
      const shown = await replayed(room);
      expect(bodies(shown)).toEqual(['1', '2']);
      const [first] = shown;
      expect(first!.attrs).toMatchObject({ type: 'groupchat', from: room.occupant('Ann') });
      expect(first!.getChild('delay', DELAY)?.attrs['from']).toBe(room.occupant('Ann'));
      const stamp = Date.parse(String(first!.getChild('delay', DELAY)?.attrs['stamp']));
      expect(Math.abs(Date.now() - stamp)).toBeLessThan(60_000);
      expect(first!.toString()).not.toContain(ann.jid);
    });

    it('the last 25, or fewer as asked for', async () => {
      const room = await talkedIn(30);
      expect(bodies(await replayed(room))).toEqual(numbers(6, 30));
      expect(bodies(await replayed(room, { maxstanzas: '3' }))).toEqual(numbers(28, 30));
      expect(await replayed(room, { maxstanzas: '0' })).toEqual([]);
      expect(await replayed(room, { maxchars: '0' })).toEqual([]);
      const size = Math.max(
        ...(await replayed(room)).map((stanza) => Buffer.byteLength(stanza.toString())),
      );
      const few = bodies(await replayed(room, { maxchars: String(3 * size) }));
      expect(few.length).toBeGreaterThan(0);
      expect(few.length).toBeLessThan(6);
      expect(few.at(-1)).toBe('30');
    });

    it('from a moment on, as asked for', async () => {
      const room = await talkedIn(4);
      await world.sql(
        `update room_message set sent_at = sent_at - interval '1 hour'
         where body::integer < 3 and room_id = (select id from room where name = $1)`,
        [room.name],
      );
      expect(bodies(await replayed(room, { seconds: '600' }))).toEqual(['3', '4']);
      const since = new Date(Date.now() - 600_000).toISOString();
      expect(bodies(await replayed(room, { since }))).toEqual(['3', '4']);
    });

    it('what is stored of a room that is logged no longer', async () => {
      const room = await talkedIn(2);
      await room.change({ logEnabled: false });
      expect(bodies(await replayed(room))).toEqual(['1', '2']);
      await world.sql(
        'delete from room_message where room_id = (select id from room where name = $1)',
        [room.name],
      );
      expect(await replayed(room)).toEqual([]);
    });

    it('with the real address where everybody sees it', async () => {
      const room = await talkedIn(1, { canAnyoneDiscoverJID: true });
      const [message] = await replayed(room);
      const item = message!.getChild('x', MUC_USER)?.getChild('item');
      expect(item?.attrs['jid']).toBe(ann.bareJid);
      expect(message!.getChild('delay', DELAY)?.attrs['from']).toBe(ann.jid);
    });

    it('without the address of who spoke in an anonymous room, also when it is opened', async () => {
      const room = await talkedIn(1);
      await room.change({ canAnyoneDiscoverJID: true });
      await ann.join(room.jid, 'Ann');
      await ann.say(room.jid, '2');
      await ann.leave(room.jid, 'Ann');
      const senders = async () =>
        (await replayed(room)).map((stanza) => stanza.getChild('delay', DELAY)?.attrs['from']);
      const inTheApi = async () =>
        (await room.history()).map(({ delay_from }) => delay_from as string);
      expect(await senders()).toEqual([room.occupant('Ann'), ann.jid]);
      expect(await inTheApi()).toEqual([room.occupant('Ann'), ann.jid]);
      await room.change({ canAnyoneDiscoverJID: false });
      expect(await senders()).toEqual([room.occupant('Ann'), room.occupant('Ann')]);
      expect(await inTheApi()).toEqual([room.occupant('Ann'), room.occupant('Ann')]);
      expect((await replayed(room)).join('')).not.toContain(ann.bareJid);
    });

    it('survives the chat server', async () => {
      const other = await World.start();
      try {
        await other.accounts('ann');
        const room = await aRoom(other, { logEnabled: true });
        const before = await other.online('ann');
        await before.join(room.jid, 'Ann');
        await before.say(room.jid, 'for ever');
        await other.prosody.kill();
        await before.ended;
        await other.prosody.startAgain();
        await other.prosody.untilAttached();
        const after = await other.online('ann');
        await after.join(room.jid, 'Ann');
        await after.nextMessage(saying('for ever'));
      } finally {
        await other.stop();
      }
    });
  });

  describe('of a room that is not logged (CK-15)', () => {
    const unlogged = { logEnabled: false };
    const asked = async (room: Room) => {
      const { headers, ...reply } = await world.api.call('GET', room.path('/chathistory'));
      const { message } = reply.json<{ message: { body: string; delay_from: string }[] }>();
      return { from: headers.get('x-history'), bodies: message.map(({ body }) => body), message };
    };
    const untilAsked = (room: Room, from: string | null, texts: readonly string[]) =>
      until(`${room.name} tells ${texts.join()} from ${from}`, async () => {
        const now = await asked(room);
        return now.from === from && now.bodies.join() === texts.join();
      });

    it('is remembered for who enters and for the API, the newest, and never stored', async () => {
      const room = await talkedIn(30, unlogged);
      expect(bodies(await replayed(room))).toEqual(numbers(6, 30));
      expect(bodies(await replayed(room, { maxstanzas: '3' }))).toEqual(numbers(28, 30));
      expect(await asked(room)).toMatchObject({ from: 'memory', bodies: numbers(6, 30) });
      const count = await world.sql(
        'select id from room_message where room_id = (select id from room where name = $1)',
        [room.name],
      );
      expect(count).toEqual([]);
    });

    it('keeps to itself who spoke in an anonymous room, also when it is opened', async () => {
      const room = await talkedIn(1, unlogged);
      await room.change({ canAnyoneDiscoverJID: true });
      await ann.join(room.jid, 'Ann');
      await ann.say(room.jid, '2');
      await ann.leave(room.jid, 'Ann');
      const shown = (await replayed(room)).map(
        (one) => one.getChild('delay', DELAY)?.attrs['from'],
      );
      expect(shown).toEqual([room.occupant('Ann'), ann.jid]);
      const { message } = await asked(room);
      expect(message.map(({ delay_from }) => delay_from)).toEqual([room.occupant('Ann'), ann.jid]);
    });

    it('ends with the room: one of the same name has none of it', async () => {
      const room = await talkedIn(2, unlogged);
      const document = await room.document();
      await world.api.done('DELETE', room.path());
      await world.api.done('POST', '/chatrooms', document);
      expect(await asked(room)).toMatchObject({ from: 'memory', bodies: [] });
      expect(await replayed(room)).toEqual([]);
    });

    it('loses what a person has said who is no more', async () => {
      const room = await aRoom(world, unlogged);
      await world.accounts('gus');
      const gus = await world.online('gus');
      await gus.join(room.jid, 'Gus');
      await gus.say(room.jid, 'of gus');
      await ann.join(room.jid, 'Ann');
      await ann.say(room.jid, 'of ann');
      expect((await asked(room)).bodies).toEqual(['of gus', 'of ann']);
      await world.api.done('DELETE', '/users/gus');
      await gus.ended;
      await untilAsked(room, 'memory', ['of ann']);
    });

    it('is nothing while the operator wants it so', async () => {
      const room = await talkedIn(2, unlogged);
      await world.sql(`insert into system_property values ('history.memory', 'false')`);
      try {
        await world.prosody.bridge('POST', '/bridge/reconcile');
        expect(await replayed(room)).toEqual([]);
        await untilAsked(room, null, []);
      } finally {
        await world.sql(`delete from system_property where key = 'history.memory'`);
        await world.prosody.bridge('POST', '/bridge/reconcile');
      }
      await untilAsked(room, 'memory', []);
    });
  });

  describe('in the API', () => {
    it('has what was said, by whom, without subjects and private messages', async () => {
      const room = await aRoom(world, { logEnabled: true, canAnyoneDiscoverJID: true });
      await ann.join(room.jid, 'Ann');
      await bob.join(room.jid, 'Bob');
      await ann.say(room.jid, 'Milk?');
      await setSubject(ann, room, 'Milk');
      await shownSubject(bob, room, 'Milk');
      await ann.send(
        xml('message', { to: room.occupant('Bob'), type: 'chat' }, xml('body', {}, 'psst')),
      );
      await bob.nextMessage(saying('psst'));
      await bob.say(room.jid, 'No & thanks <3');
      expect(await room.history()).toEqual([
        expect.objectContaining({
          from: room.occupant('Ann'),
          body: 'Milk?',
          delay_from: ann.jid,
        }),
        expect.objectContaining({
          from: room.occupant('Bob'),
          body: 'No & thanks <3',
          delay_from: bob.jid,
        }),
      ]);
    });

    it('honours that a message is not to be stored', async () => {
      const room = await aRoom(world, { logEnabled: true });
      await ann.join(room.jid, 'Ann');
      const text = newName('whisper');
      await ann.send(
        xml(
          'message',
          { to: room.jid, type: 'groupchat' },
          xml('body', {}, text),
          xml('no-store', { xmlns: 'urn:xmpp:hints' }),
        ),
      );
      await ann.nextMessage(saying(text));
      expect(await room.history()).toEqual([]);
    });
  });

  describe('asked for by chat users (XEP-0313)', () => {
    const ask = (
      client: ChatClient,
      room: Room,
      page: Record<string, string> = {},
      filter?: Record<string, string | string[]>,
    ) => archivePage(client, { of: room.jid, page, ...(filter ? { filter } : {}) });

    it('in pages, forwards and backwards', async () => {
      const room = await talkedIn(5);
      const first = await ask(bob, room, { max: '2' });
      expect(first).toMatchObject({ texts: ['1', '2'], complete: false });
      const second = await ask(bob, room, { max: '2', after: first.last! });
      expect(second).toMatchObject({ texts: ['3', '4'], complete: false });
      expect(await ask(bob, room, { max: '2', after: second.last! })).toMatchObject({
        texts: ['5'],
        complete: true,
      });
      expect(await ask(bob, room, { max: '2', before: '' })).toMatchObject({
        texts: ['4', '5'],
        complete: false,
      });
      expect((await ask(bob, room, { max: '2', before: first.last! })).texts).toEqual(['1']);
    });

    it('by ids and moments', async () => {
      const room = await talkedIn(3);
      const { ids } = await ask(bob, room);
      expect((await ask(bob, room, {}, { ids: [ids[0]!, ids[2]!] })).texts).toEqual(['1', '3']);
      expect((await ask(bob, room, {}, { 'after-id': ids[1]! })).texts).toEqual(['3']);
      const start = new Date(Date.now() + 3_600_000).toISOString();
      expect((await ask(bob, room, {}, { start })).texts).toEqual([]);
      const unknown: Record<string, string | string[]>[] = [
        { 'after-id': 'x' },
        { ids: ['9'.repeat(15)] },
      ];
      for (const filter of unknown) {
        await expect(ask(bob, room, {}, filter)).rejects.toEqual(refused('item-not-found'));
      }
    });

    it('under the ids with which the messages were sent, which nobody can forge', async () => {
      const room = await aRoom(world, { logEnabled: true });
      await ann.join(room.jid, 'Ann');
      const text = newName('forged');
      await ann.send(
        xml(
          'message',
          { to: room.jid, type: 'groupchat' },
          xml('body', {}, text),
          xml('stanza-id', { xmlns: IDS, by: room.jid, id: '4711' }),
        ),
      );
      const message = await ann.nextMessage(saying(text));
      const ids = message.getChildren('stanza-id', IDS).map(({ attrs }) => attrs['id']);
      expect((await ask(ann, room)).ids).toEqual(ids);
      expect(ids).toHaveLength(1);
    });

    it('only by those who may enter', async () => {
      const members = await talkedIn(1, { membersOnly: true, members: [bob.bareJid] });
      expect((await ask(bob, members)).texts).toEqual(['1']);
      await expect(ask(eve, members)).rejects.toEqual(refused('forbidden'));
      const outcast = await talkedIn(1, { outcasts: [eve.bareJid] });
      await expect(ask(eve, outcast)).rejects.toEqual(refused('forbidden'));
      const room = await aRoom(world, { password: 's3cret', members: [bob.bareJid] });
      expect((await ask(bob, room)).texts).toEqual([]);
      await expect(ask(eve, room)).rejects.toEqual(refused('forbidden'));
      await eve.join(room.jid, 'Eve', 's3cret');
      expect((await ask(eve, room)).texts).toEqual([]);
    });
  });
});
