import { suiteNeeds, suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { archivePage } from './archive-page.js';
import { aRoom, type Room, saying } from './room-scene.js';

const installed = await suiteNeeds(describe, 'Prosody is upgraded', ['prosody']);
const [suite, debian13] = await suiteWith(installed, 'Prosody is upgraded', prosodyOfDebian13);

const PUBSUB = 'http://jabber.org/protocol/pubsub';
const AVATAR = 'urn:xmpp:avatar:data';
const BOOKMARKS = 'urn:xmpp:bookmarks:1';
const OCCUPANT_ID = 'urn:xmpp:occupant-id:0';
const BLOCKING = 'urn:xmpp:blocking';

/** Ann writes everything that is kept, with one Prosody; she finds it with the other on the same database. */
suite('Prosody is upgraded, and downgraded', () => {
  let world: World;
  let room: Room;
  let ann: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve');
    room = await aRoom(world, { logEnabled: true });
    ann = await world.online('ann');
  });
  afterAll(() => world?.stop());

  const jidOf = (username: string) => `${username}@${world.domain}`;

  /** @param folders with the program */
  async function restart(folders: readonly string[] | null): Promise<void> {
    await world.prosody.stop();
    world.prosody.folders = folders;
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
  }

  async function versionOf(): Promise<string> {
    const { body } = await world.prosody.bridge('GET', '/bridge/health');
    return (body as { version: string }).version;
  }

  const note = (text: string) =>
    xml('query', { xmlns: 'jabber:iq:private' }, xml('note', { xmlns: 'note' }, text));
  const publish = (node: string, text: string) =>
    ann.set(
      xml(
        'pubsub',
        PUBSUB,
        xml('publish', { node }, xml('item', { id: 'now' }, xml('data', { xmlns: node }, text))),
      ),
    );
  const published = async (node: string) => {
    const reply = await ann.get(xml('pubsub', PUBSUB, xml('items', { node })));
    const items = reply.getChild('pubsub')!.getChild('items')!.getChildren('item');
    return items.map((item) => item.getChildText('data'));
  };
  const rosterItem = (text: string) =>
    xml(
      'query',
      { xmlns: 'jabber:iq:roster' },
      xml('item', { jid: jidOf('friend'), name: text }, xml('group', {}, text)),
    );
  const listed = async (payload: Stanza, child: string, attribute: string) => {
    const reply = await ann.get(payload);
    const items = reply.getChild(child)!.getChildren('item');
    return items.map(({ attrs }) => String(attrs[attribute])).sort();
  };
  const occupantId = (presence: Stanza) =>
    String(presence.getChild('occupant-id', OCCUPANT_ID)!.attrs['id']);

  /** Ann is offline afterwards, and a message waits for her. */
  async function writeAll(text: string): Promise<string> {
    await ann.set(note(text));
    await ann.set(rosterItem(text));
    await ann.set(xml('vCard', { xmlns: 'vcard-temp' }, xml('FN', {}, text)));
    await publish(BOOKMARKS, text);
    await publish(AVATAR, Buffer.from(text).toString('base64'));
    await ann.set(xml('block', { xmlns: BLOCKING }, xml('item', { jid: jidOf(text) })));
    const id = occupantId(await ann.join(room.jid, 'Ann'));
    await ann.say(room.jid, `room: ${text}`);
    await ann.leave(room.jid, 'Ann');
    await ann.close();
    const bob = await world.online('bob');
    const offline = xml('body', {}, `offline: ${text}`);
    await bob.send(xml('message', { to: jidOf('ann'), type: 'chat' }, offline));
    await bob.get(xml('query', { xmlns: 'jabber:iq:roster' })); // it has arrived
    await bob.close();
    return id;
  }

  /** What a login shows of it. */
  async function readAll(before: readonly string[]) {
    const last = before.at(-1)!;
    ann = await world.online('ann');
    await ann.nextMessage(saying(`offline: ${last}`));
    const entrance = ann.join(room.jid, 'Ann');
    const said = [];
    for (const text of before) said.push(await ann.next(saying(`room: ${text}`)));
    const id = occupantId(await entrance);
    await ann.leave(room.jid, 'Ann');
    const vcard = await ann.get(xml('vCard', { xmlns: 'vcard-temp' }));
    const roster = xml('query', { xmlns: 'jabber:iq:roster' });
    return {
      private: (await ann.get(note(''))).getChild('query')!.getChildText('note'),
      roster: await listed(roster, 'query', 'name'),
      vcard: vcard.getChild('vCard')!.getChildText('FN'),
      bookmarks: await published(BOOKMARKS),
      avatar: await published(AVATAR),
      blocked: await listed(xml('blocklist', { xmlns: BLOCKING }), 'blocklist', 'jid'),
      archive: (await archivePage(ann, { filter: { with: jidOf('bob') } })).texts,
      room: said.length,
      occupant: id,
    };
  }

  const everything = (before: readonly string[], occupant: string) => {
    const last = before.at(-1)!;
    return {
      private: last,
      roster: [last],
      vcard: last,
      bookmarks: [last],
      avatar: [Buffer.from(last).toString('base64')],
      blocked: before.map(jidOf).sort(),
      archive: before.map((text) => `offline: ${text}`),
      room: before.length,
      occupant,
    };
  };

  it('loses nothing in either direction', async () => {
    expect(await versionOf()).toMatch(/^0\.12\./);
    const occupant = await writeAll('first');

    await restart([debian13!]);
    expect(await versionOf()).toMatch(/^13\.0\./);
    expect(await readAll(['first'])).toEqual(everything(['first'], occupant));
    expect(await writeAll('second')).toBe(occupant);

    await restart(null);
    expect(await versionOf()).toMatch(/^0\.12\./);
    expect(await readAll(['first', 'second'])).toEqual(everything(['first', 'second'], occupant));
    await ann.close();
  });
});
