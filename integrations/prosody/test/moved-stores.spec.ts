import { createHash } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'What was written into the stores of Prosody', [
  'prosody',
]);

const PRIVATE = 'jabber:iq:private';
const BOOKMARKS = 'storage:bookmarks';
const BOOKMARKS2 = 'urn:xmpp:bookmarks:1';
const PUBSUB = 'http://jabber.org/protocol/pubsub';
const NICK = 'http://jabber.org/protocol/nick';
const AVATAR = 'urn:xmpp:avatar:data';
const BLOCKING = 'urn:xmpp:blocking';
/** one pixel */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const ANN = 'ann@example.org';

/** Rows of the tables that the first start has made, written by its own role while nobody is logged in. */
suite('What was written into the stores of Prosody', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'cid');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const keyval = (user: string, store: string, key: string, value: unknown, type = 'json') =>
    world.sql(
      `insert into prosody.prosody (host, "user", store, key, type, value)
       values ('example.org', $1, $2, $3, $4, $5)`,
      [user, store, key, type, type === 'json' ? JSON.stringify(value) : value],
    );
  const archived = (
    user: string,
    store: string,
    key: string,
    by: string,
    stanza: string,
    at = 1_700_000_000,
  ) =>
    world.sql(
      `insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value)
       values ('example.org', $1, $2, $3, $4, $5, 'xml', $6)`,
      [user, store, key, at, by, stanza],
    );
  const node = (user: string, name: string, access: string, most: number | 'max' = 1) =>
    keyval(user, 'pep', name, {
      name,
      config: {
        access_model: access,
        max_items: most,
        persist_items: true,
        send_last_published_item: 'on_sub_and_presence',
      },
      affiliations: {},
      subscribers: {},
    });
  const items = async (client: ChatClient, name: string, to?: string) => {
    const answer = await client.get(xml('pubsub', PUBSUB, xml('items', { node: name })), to);
    return answer.getChild('pubsub', PUBSUB)!.getChild('items')!.getChildren('item');
  };
  const bodyOf = (stanza: Stanza) => stanza.getChildText('body');

  it('offline messages come once, in order, with their own time and sender', async () => {
    const message = (body: string, type = ' type="chat"') =>
      `<message from="bob@example.org/desk" to="${ANN}"${type}><body>${body}</body></message>`;
    await archived('ann', 'offline', 'of-7', '', message('first'), 1_700_000_000);
    await archived('ann', 'offline', 'of-8', '', message('second', ''), 1_700_000_060);
    const invitation = `<message from="tea@conference.example.org" to="${ANN}"><x xmlns="http://jabber.org/protocol/muc#user"><invite from="bob@example.org"/></x></message>`;
    await archived('ann', 'offline', 'of-9', '', invitation, 1_700_000_120);
    const ann = await world.online('ann');
    await ann.next(
      (stanza) => stanza.is('message') && String(stanza.attrs['from']).startsWith('tea@'),
    );
    const got = ann.received.filter((stanza) => stanza.is('message'));
    expect(got.map(bodyOf)).toEqual(['first', 'second', null]);
    expect(got[0]!.getChild('delay', 'urn:xmpp:delay')!.attrs['stamp']).toMatch(
      /^2023-11-14T22:13:20/,
    );
    expect(got[0]!.attrs['from']).toBe('bob@example.org/desk');
    expect(got[2]!.getChild('x')!.getChild('invite')).toBeDefined();
    await ann.close();
    const again = await world.online('ann');
    await again.get(xml('query', 'jabber:iq:roster'));
    expect(again.received.filter((stanza) => stanza.is('message'))).toEqual([]);
    await again.close();
    expect(await world.sql(`select from prosody.prosodyarchive where store = 'offline'`)).toEqual(
      [],
    );
  });

  it('private XML is read, bookmarks in all of their forms', async () => {
    const conference = {
      name: 'conference',
      attr: {
        ...{ xmlns: BOOKMARKS, jid: 'tea@conference.example.org', name: 'Tea', autojoin: 'true' },
        'urn:test:other\u0001kind': 'short',
      },
      __array: [
        { name: 'nick', attr: { xmlns: BOOKMARKS }, __array: ['Ann'] },
        { name: 'group', attr: { xmlns: 'urn:test:group' }, __array: ['tea & cake'] },
      ],
    };
    await keyval('ann', 'private', `storage:${BOOKMARKS}`, {
      name: 'storage',
      attr: { xmlns: BOOKMARKS },
      __array: ['\n', conference],
    });
    await keyval('ann', 'private', 'notes:urn:test:notes', {
      name: 'notes',
      attr: { xmlns: 'urn:test:notes', 'urn:test:other\u0001kind': 'short', 'xml:lang': 'en' },
      __array: ['buy ', { name: 'b', attr: { xmlns: 'urn:test:notes' }, __array: ['milk & tea'] }],
    });
    const ann = await world.online('ann');
    const read = async (name: string, xmlns: string) =>
      (await ann.get(xml('query', PRIVATE, xml(name, xmlns)))).getChild('query')!.getChild(name)!;
    const [item] = await items(ann, BOOKMARKS2);
    const payload = item!.getChild('conference', BOOKMARKS2)!;
    expect(payload.getChild('extensions')!.getChildText('group')).toBe('tea & cake');
    const [current] = await items(ann, BOOKMARKS);
    for (const document of [await read('storage', BOOKMARKS), current!.getChild('storage')!]) {
      const stored = document.getChild('conference')!;
      expect(stored.attrs).toMatchObject({ jid: 'tea@conference.example.org', autojoin: 'true' });
      expect(Object.values(stored.attrs)).toContain('short');
      expect(stored.getChildText('nick')).toBe('Ann');
      expect(stored.getChild('group', 'urn:test:group')!.text()).toBe('tea & cake');
    }
    const notes = await read('notes', 'urn:test:notes');
    expect(notes.attrs['xml:lang']).toBe('en');
    expect(Object.values(notes.attrs)).toContain('short');
    expect([notes.children[0], notes.getChildText('b')]).toEqual(['buy ', 'milk & tea']);
    await ann.close();
  });

  it('a node of bookmarks is read by its owner alone', async () => {
    await node('cid', BOOKMARKS2, 'whitelist', 'max');
    const room = 'tea@conference.example.org';
    const payload = `<conference xmlns="${BOOKMARKS2}" name="Tea" autojoin="true"><nick>Cid</nick></conference>`;
    await archived('cid', `pep_${BOOKMARKS2}`, room, 'cid@example.org', payload);
    const [cid, bob] = [await world.online('cid'), await world.online('bob')];
    const [item, ...others] = await items(cid, BOOKMARKS2);
    expect(others).toEqual([]);
    expect(item!.attrs['id']).toBe(room);
    expect(item!.getChild('conference')!.getChildText('nick')).toBe('Cid');
    await expect(items(bob, BOOKMARKS2, 'cid@example.org')).rejects.toThrow();
    await cid.close();
    await bob.close();
  });

  it('items of an account that has never been online are shown to whoever may see them', async () => {
    await world.accounts('dan');
    await node('dan', NICK, 'open');
    await archived(
      'dan',
      `pep_${NICK}`,
      'abc',
      'dan@example.org',
      `<nick xmlns="${NICK}">D</nick>`,
    );
    const bob = await world.online('bob');
    const [item] = await items(bob, NICK, 'dan@example.org');
    expect([item!.attrs['id'], item!.getChildText('nick')]).toEqual(['abc', 'D']);
    await bob.close();
  });

  it('an avatar is that of the vCard, whatever stands in its node', async () => {
    await node('dan', AVATAR, 'open');
    const stale = `<data xmlns="${AVATAR}">${Buffer.from('stale').toString('base64')}</data>`;
    await archived('dan', `pep_${AVATAR}`, 'stale', 'dan@example.org', stale);
    const picture = PNG.toString('base64');
    await world.sql(`insert into vcard (username, xml) values ('dan', $1)`, [
      `<vCard xmlns="vcard-temp"><PHOTO><TYPE>image/png</TYPE><BINVAL>${picture}</BINVAL></PHOTO></vCard>`,
    ]);
    const bob = await world.online('bob');
    const [item] = await items(bob, AVATAR, 'dan@example.org');
    const hash = createHash('sha1').update(PNG).digest('hex');
    expect([item!.attrs['id'], item!.getChildText('data')]).toEqual([hash, picture]);
    await bob.close();
  });

  it('block lists hold of whoever has not been online since the start', async () => {
    await world.accounts('eve');
    await keyval('eve', 'blocklist', 'bob@example.org', 'true', 'boolean');
    await keyval('eve', 'blocklist', '', { __hash: [false, { created: 1_700_000_000 }] });
    const [eve, bob] = [await world.online('eve'), await world.online('bob')];
    const list = (await eve.get(xml('blocklist', BLOCKING))).getChild('blocklist')!;
    expect(list.getChildren('item').map(({ attrs }) => attrs['jid'])).toEqual(['bob@example.org']);
    bob.send(
      xml('message', { to: 'eve@example.org', type: 'chat', id: 'm1' }, xml('body', {}, 'hello')),
    );
    const refusal = await bob.next((stanza) => stanza.is('message') && stanza.attrs['id'] === 'm1');
    expect(refusal.attrs['type']).toBe('error');
    await eve.close();
    await bob.close();
  });
});
