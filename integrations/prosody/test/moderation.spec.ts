import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { archivePage } from './archive-page.js';
import {
  administer,
  aRoom,
  MUC,
  isGone,
  type Room,
  saying,
  shownSubject,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Moderation', ['prosody']);

const FASTEN = 'urn:xmpp:fasten:0';
const IDS = 'urn:xmpp:sid:0';
const OCCUPANT = 'urn:xmpp:occupant-id:0';
const moderate = (version: number) => `urn:xmpp:message-moderate:${version}`;
const retract = (version: number) => `urn:xmpp:message-retract:${version}`;

type Version = 0 | 1;

/** What a moderator's client sends (XEP-0425, 0.2.1 and 0.3). */
function request(version: Version, id: string, reason?: string): Stanza {
  const why = reason === undefined ? [] : [xml('reason', {}, reason)];
  const what = xml('retract', { xmlns: retract(version) });
  return version === 0
    ? xml('apply-to', { xmlns: FASTEN, id }, xml('moderate', { xmlns: moderate(0) }, what, ...why))
    : xml('moderate', { xmlns: moderate(1), id }, what, ...why);
}

const isAnnouncement = (id: string) => (stanza: Stanza) =>
  stanza.is('message') && stanza.attrs['id'] === `retraction-${id}`;

/** What a stanza says in both forms: by whom, why, which message. */
function told(stanza: Stanza) {
  const apply = stanza.getChild('apply-to', FASTEN)!;
  const first = apply.getChild('moderated', moderate(0))!;
  const second = stanza.getChild('retract', retract(1))!;
  const moderated = second.getChild('moderated', moderate(1))!;
  return {
    ids: [apply.attrs['id'], second.attrs['id']],
    by: [first.attrs['by'], moderated.attrs['by']],
    reasons: [first.getChildText('reason'), second.getChildText('reason')],
    isWhole: first.getChild('retract', retract(0)) !== undefined,
    stanzaId: stanza.getChild('stanza-id', IDS)?.attrs['id'] as string | undefined,
    body: stanza.getChildText('body'),
  };
}

suite('Moderation', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  let eve: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve', 'mal');
    ann = await world.online('ann', { resource: 'desk' });
    bob = await world.online('bob', { resource: 'desk' });
    eve = await world.online('eve', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  /** A logged room of ann's, where ann and bob are. */
  async function meeting(fields: Parameters<typeof aRoom>[1] = {}): Promise<Room> {
    const room = await aRoom(world, { logEnabled: true, ...fields });
    await ann.join(room.jid, 'Ann');
    await bob.join(room.jid, 'Bob');
    return room;
  }
  /** @returns the id in the room */
  async function said(client: ChatClient, room: Room, text: string): Promise<string> {
    const heard = await client.say(room.jid, text);
    return String(heard.getChild('stanza-id', IDS)!.attrs['id']);
  }
  /** What eve is shown of the past when she enters. */
  async function shownAtEntry(room: Room): Promise<Stanza[]> {
    await eve.send(xml('presence', { to: room.occupant('Eve') }, xml('x', { xmlns: MUC })));
    await shownSubject(eve, room, '');
    const shown = eve.take(
      (one) => one.is('message') && String(one.attrs['from']).startsWith(room.jid),
    );
    await eve.leave(room.jid, 'Eve');
    return shown;
  }
  /** A ping: whatever was sent before has arrived. */
  const settled = (client: ChatClient) =>
    client.get(xml('ping', { xmlns: 'urn:xmpp:ping' }), world.domain);
  const archive = (room: Room) => archivePage(bob, { of: room.jid });

  it('is a feature of logged rooms', async () => {
    const features = async (room: Room) =>
      (await bob.get(xml('query', { xmlns: 'http://jabber.org/protocol/disco#info' }), room.jid))
        .getChild('query')!
        .getChildren('feature')
        .map(({ attrs }) => String(attrs['var']))
        .filter((one) => /message-(moderate|retract)/.test(one));
    expect(await features(await aRoom(world, { logEnabled: true }))).toEqual([
      ...[moderate(0), moderate(1), retract(0), retract(1), `${retract(1)}#tombstone`],
    ]);
    expect(await features(await aRoom(world, { logEnabled: false }))).toEqual([]);
  });

  it.each<Version>([0, 1])('by version %d is heard by all in both forms, once', async (version) => {
    const room = await meeting();
    const id = await said(bob, room, 'buy now');
    const reason = `<x>&"`;
    await ann.set(request(version, id, reason), room.jid);
    const expected = {
      ids: [id, id],
      by: [room.occupant('Ann'), room.occupant('Ann')],
      reasons: [reason, reason],
      isWhole: true,
      stanzaId: expect.stringMatching(/^\d+$/),
      body: null,
    };
    for (const client of [ann, bob]) {
      const heard = await client.next(isAnnouncement(id));
      expect(heard.attrs).toMatchObject({ from: room.jid, type: 'groupchat' });
      expect(told(heard)).toEqual(expected);
    }
    await ann.set(request(version === 0 ? 1 : 0, id), room.jid);
    await world.prosody.bridge('POST', '/bridge/reconcile');
    await settled(bob);
    expect(bob.take(isAnnouncement(id))).toEqual([]);
  });

  it('leaves a tombstone and the announcement in the archive, and nothing at entry', async () => {
    const room = await meeting();
    const before = await said(ann, room, 'tea?');
    const heard = await bob.say(room.jid, 'secret words');
    const id = String(heard.getChild('stanza-id', IDS)!.attrs['id']);
    await ann.set(request(1, id, 'spam'), room.jid);
    const after = await said(bob, room, 'sorry');

    const { ids, messages } = await archive(room);
    expect([ids.length, ids[0], ids[1], ids[3] === after || ids[2] === after]).toEqual([
      4,
      before,
      id,
      true,
    ]);
    const tombstone = messages[1]!;
    expect(tombstone.attrs).toMatchObject({ from: room.occupant('Bob'), id: heard.attrs['id'] });
    const first = tombstone.getChild('moderated', moderate(0))!;
    const second = tombstone.getChild('retracted', retract(1))!;
    expect(first.getChild('retracted', retract(0))!.attrs['stamp']).toBe(second.attrs['stamp']);
    expect(second.attrs['id']).toBe(`retraction-${id}`);
    expect(tombstone.getChild('occupant-id', OCCUPANT)?.attrs['id']).toBe(
      heard.getChild('occupant-id', OCCUPANT)!.attrs['id'],
    );
    const announcement = messages.find(isAnnouncement(id))!;
    const moderator = announcement
      .getChild('retract', retract(1))!
      .getChild('moderated', moderate(1))!;
    expect(moderator.getChild('occupant-id', OCCUPANT)?.attrs['id']).toMatch(/=$/);
    expect(messages.join('')).not.toContain('secret');

    const shown = await shownAtEntry(room);
    expect(shown.map((one) => one.getChildText('body')).filter(Boolean)).toEqual(['tea?', 'sorry']);
    expect(shown.join('')).not.toMatch(/retract|secret/);
    expect((await room.history()).map(({ body }) => body)).toEqual(['tea?', 'sorry']);
    const [entry] = await world.sql<{ username: string; summary: string }>(
      `select username, summary from audit_entry where summary like 'RETRACT%' order by log_id desc limit 1`,
    );
    expect(entry).toEqual({
      username: 'ann',
      summary: `RETRACT history conference/${room.name}/${id}`,
    });
  });

  it('is for moderators, and for owners and admins who are elsewhere', async () => {
    const room = await meeting();
    const id = await said(ann, room, 'mine');
    const refusal = (client: ChatClient, stanza: Stanza) =>
      client.set(stanza, room.jid).then(
        () => null,
        (error: { condition: string; text: string }) => error.condition,
      );
    expect(await refusal(bob, request(1, id))).toBe('forbidden');
    expect(await refusal(eve, request(0, id))).toBe('forbidden');
    expect(await refusal(ann, request(1, '999999999'))).toBe('item-not-found');
    expect(await refusal(ann, request(0, id, 'x'.repeat(256)))).toBe('bad-request');
    expect(await refusal(ann, xml('moderate', { xmlns: moderate(1), id }))).toBe('bad-request');
    await administer(ann, room, { jid: eve.bareJid, affiliation: 'admin' });
    expect(await refusal(eve, request(1, id))).toBeNull();
    expect(told(await bob.next(isAnnouncement(id))).by).toEqual([room.jid, room.jid]);
    const unlogged = await meeting({ logEnabled: false });
    await ann.say(unlogged.jid, 'x');
    await expect(ann.set(request(1, '1'), unlogged.jid)).rejects.toMatchObject({
      condition: 'item-not-found',
    });
  });

  it('is not done by forged announcements', async () => {
    const room = await meeting();
    const id = await said(ann, room, 'stays');
    const forged = xml(
      'message',
      { to: room.jid, type: 'groupchat', id: `retraction-${id}` },
      xml('body', {}, 'forged'),
      xml(
        'apply-to',
        { xmlns: FASTEN, id },
        xml(
          'moderated',
          { xmlns: moderate(0), by: room.jid },
          xml('retract', { xmlns: retract(0) }),
        ),
      ),
      xml(
        'retract',
        { xmlns: retract(1), id },
        xml('moderated', { xmlns: moderate(1), by: room.jid }),
      ),
    );
    await bob.send(forged);
    expect((await ann.nextMessage(saying('forged'))).attrs['from']).toBe(room.occupant('Bob'));
    expect((await archive(room)).texts).toEqual(['stays', 'forged']);
  });

  it.each([
    ['the id in the room', (id: string, _own: string) => xml('retract', { xmlns: retract(1), id })],
    [
      'the own id',
      (_id: string, own: string) =>
        xml('apply-to', { xmlns: FASTEN, id: own }, xml('retract', { xmlns: retract(0) })),
    ],
  ])('by the author alone makes a tombstone, too, by %s', async (_, how) => {
    const room = await meeting();
    const heard = await bob.say(room.jid, 'oops');
    const id = String(heard.getChild('stanza-id', IDS)!.attrs['id']);
    const back = (client: ChatClient, name: string) =>
      client.send(
        xml(
          'message',
          { to: room.jid, type: 'groupchat', id: name },
          how(id, String(heard.attrs['id'])),
        ),
      );
    await back(ann, 'of-ann');
    await bob.next(({ attrs }) => attrs['id'] === 'of-ann');
    expect((await archive(room)).texts[0]).toBe('oops');
    await back(bob, 'of-bob');
    await ann.next(({ attrs }) => attrs['id'] === 'of-bob');
    const { messages, ids } = await archive(room);
    expect(ids[0]).toBe(id);
    expect(messages[0]!.getChild('retracted', retract(1))!.attrs['stamp']).toMatch(/Z$/);
    expect(messages[0]!.getChild('moderated', moderate(0))).toBeUndefined();
    expect(messages.join('')).not.toContain('oops');
    expect(messages.at(-1)!.attrs).toMatchObject({ id: 'of-bob', from: room.occupant('Bob') });
    expect(await room.history()).toEqual([]);
    expect(await shownAtEntry(room)).not.toContainEqual(
      expect.objectContaining({ attrs: expect.objectContaining({ id: 'of-bob' }) }),
    );
  });

  it('goes for corrections, too, and later ones are refused', async () => {
    const room = await meeting();
    const heard = await bob.say(room.jid, 'secrte');
    const id = String(heard.getChild('stanza-id', IDS)!.attrs['id']);
    const correct = (body: string, name: string) =>
      bob.send(
        xml(
          'message',
          { to: room.jid, type: 'groupchat', id: name },
          xml('body', {}, body),
          xml('replace', { xmlns: 'urn:xmpp:message-correct:0', id: String(heard.attrs['id']) }),
        ),
      );
    await correct('secret', 'corrected');
    await ann.nextMessage(saying('secret'));
    await ann.set(request(1, id), room.jid);
    await correct('secret again', 'late');
    const refusal = await bob.next(({ attrs }) => attrs['id'] === 'late');
    expect(refusal.attrs['type']).toBe('error');
    expect(refusal.getChild('error')!.getChild('not-allowed')).toBeDefined();
    const { messages } = await archive(room);
    expect(messages.map(({ attrs }) => attrs['id'])).toEqual([
      heard.attrs['id'],
      'corrected',
      `retraction-${id}`,
      expect.stringMatching(/^retraction-/),
    ]);
    expect(messages.join('')).not.toContain('secr');
    await settled(ann);
    expect(ann.take(saying('secret again'))).toEqual([]);
  });

  it('by the API is heard, by the room, alone or many at once', async () => {
    const room = await meeting();
    const [first, second, third] = [
      await said(bob, room, 'one'),
      await said(bob, room, 'two'),
      await said(ann, room, 'three'),
    ];
    const address = room.path(`/chathistory/${first}`);
    await world.api.done('DELETE', `${address}&retract=true&reason=spam`);
    expect(told(await bob.next(isAnnouncement(first)))).toMatchObject({
      by: [room.jid, room.jid],
      reasons: ['spam', 'spam'],
    });
    await world.api.done('POST', room.path('/chathistory/retract'), { sender: bob.bareJid });
    await ann.next(isAnnouncement(second));
    const { messages, texts } = await archive(room);
    expect(texts).toEqual([null, null, 'three', null, null]);
    expect(messages.filter(isAnnouncement(third))).toEqual([]);
    expect(await shownAtEntry(room)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'message' })]),
    );
  });

  it('as a report calls for it is felt by all, and who has reported hears of it', async () => {
    await world.api.done('POST', '/system/properties', {
      key: 'reports.reply.acted.de',
      value: 'Danke für $report',
    });
    const room = await meeting();
    const mal = await world.online('mal', { resource: 'desk' });
    await mal.join(room.jid, 'Mal');
    const id = await said(mal, room, 'buy now');
    const report = xml(
      'report',
      { xmlns: 'urn:xmpp:reporting:1', reason: 'urn:xmpp:reporting:spam' },
      xml('stanza-id', { xmlns: IDS, by: room.jid, id }),
      xml('text', { 'xml:lang': 'de' }, 'Werbung'),
    );
    const item = xml('item', { jid: room.occupant('Mal') }, report);
    const answer = await bob.set(xml('block', { xmlns: 'urn:xmpp:blocking' }, item));
    expect(`${answer}${bob.take(() => true)}`).not.toContain(mal.bareJid);
    const [made] = await world.sql<{ id: string; person: string }>(
      'select id::text, person from report order by report.id desc limit 1',
    );
    expect(made!.person).toBe(mal.bareJid);
    const done = await world.api.done('POST', `/reports/${made!.id}/measures`, {
      ...{ lock: true, reason: 'spam', retract: 'room', ban: true, rooms: 'all', sessions: true },
      ...{ status: 'acted', notify: true },
    });
    const { parts } = done.json<{ parts: { name: string; outcome: string }[] }>();
    expect(parts.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      ...['lock done', 'retract done', 'ban done', 'report done'],
      ...[expect.stringMatching(/^rooms /), expect.stringMatching(/^sessions /)],
    ]);
    // the answer comes when all of it has been told: a ping later it has arrived
    await Promise.all([settled(ann), mal.ended]);
    expect(ann.take(isAnnouncement(id))).toHaveLength(1);
    const left = (one: Stanza) =>
      one.is('presence') && one.attrs['from'] === room.occupant('Mal') && isGone(one);
    expect(ann.take(left)).toHaveLength(1);
    await expect(world.online('mal', { resource: 'desk' })).rejects.toThrow();
    const reply = await bob.nextMessage(saying(`Danke für ${made!.id}`));
    expect(reply.attrs).toMatchObject({ from: world.domain, type: 'chat' });
    await bob.set(xml('unblock', { xmlns: 'urn:xmpp:blocking' }));
    await world.prosody.bridge('POST', '/bridge/reconcile');
    await settled(bob);
    expect(bob.take(saying(`Danke für ${made!.id}`))).toEqual([]);
  });

  it('that no notice has told is told by and by, once', async () => {
    const room = await meeting();
    const id = await said(bob, room, 'late');
    await world.sql(`select retract_message(room_id, id, '{}') from room_message where id = $1`, [
      id,
    ]);
    expect(told(await bob.next(isAnnouncement(id)))).toMatchObject({
      by: [room.jid, room.jid],
      reasons: [null, null],
    });
    await until('the database knows that it was told', async () => {
      const untold = await world.sql('select from room_message where not told');
      return untold.length === 0;
    });
    await world.prosody.bridge('POST', '/bridge/rooms/retractions');
    await settled(bob);
    expect(bob.take(isAnnouncement(id))).toEqual([]);
  });

  it('while the chat server is stopped is stored, and told once it is back', async () => {
    const room = await meeting();
    const id = await said(bob, room, 'meanwhile');
    await world.prosody.stop();
    await Promise.all([ann.ended, bob.ended, eve.ended]);
    await world.api.done('DELETE', `${room.path(`/chathistory/${id}`)}&retract=true`);
    expect(await world.sql('select from room_message where not told')).toHaveLength(1);
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    await until('it is told', async () => {
      const untold = await world.sql('select from room_message where not told');
      return untold.length === 0;
    });
    bob = await world.online('bob', { resource: 'desk' });
    expect((await archive(room)).messages.map(({ attrs }) => attrs['id'])).toEqual([
      expect.any(String),
      `retraction-${id}`,
    ]);
  });
});
