import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { passwordOf, World } from '../src/world.js';
import { type ArchiveQuery, archivePage } from './archive-page.js';
import { discover, newName, saying, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'The archive of an account', ['prosody']);

const MAM = 'urn:xmpp:mam:2';
const BLOCKING = 'urn:xmpp:blocking';

suite('The archive of an account', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve');
    ann = await world.online('ann', { resource: 'desk' });
    bob = await world.online('bob', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  const jidOf = (username: string) => `${username}@${world.domain}`;
  const write = (from: ChatClient, username: string, text: string, ...more: Stanza[]) =>
    from.send(
      xml('message', { to: jidOf(username), type: 'chat' }, xml('body', {}, text), ...more),
    );
  const texts = async (client: ChatClient, query?: ArchiveQuery) =>
    (await archivePage(client, query)).texts;
  const somebody = async () => {
    const username = newName('somebody');
    await world.accounts(username);
    return username;
  };
  const unread = async (username: string) =>
    (await world.api.done('GET', `/archive/messages/unread/${jidOf(username)}`)).json<{
      count: number;
    }>().count;

  it('has what was written and received, in pages, for both', async () => {
    const zoe = await world.online(await somebody());
    const name = zoe.bareJid.split('@')[0]!;
    for (const text of ['1', '2', '3']) await write(ann, name, text);
    await zoe.nextMessage(saying('3'));
    await write(zoe, 'ann', '4');
    await ann.nextMessage(saying('4'));
    await write(zoe, 'bob', '5');
    await bob.nextMessage(saying('5'));
    expect(await texts(zoe)).toEqual(['1', '2', '3', '4', '5']);
    expect(await texts(ann, { filter: { with: zoe.bareJid } })).toEqual(['1', '2', '3', '4']);
    expect(await texts(bob, { filter: { with: zoe.bareJid } })).toEqual(['5']);
    const first = await archivePage(zoe, { page: { max: '2' } });
    expect(first).toMatchObject({ texts: ['1', '2'], complete: false });
    expect(await texts(zoe, { page: { max: '2', after: first.last! } })).toEqual(['3', '4']);
    expect(await texts(zoe, { page: { max: '2', before: '' } })).toEqual(['4', '5']);
    await zoe.close();
  });

  it('has what came while nobody was there, and how much that is', async () => {
    const username = await somebody();
    await (await world.online(username)).close();
    expect(await unread(username)).toBe(0);
    await until('the logout is known', async () => {
      const [row] = await world.sql(
        'select from message_archive where username = $1 and logged_out_at is not null',
        [username],
      );
      return row;
    });
    await write(ann, username, 'are you there?');
    await until('the first is unread', async () => (await unread(username)) === 1);
    await write(bob, username, 'hello?');
    await until('both are unread', async () => (await unread(username)) === 2);
    const later = await world.online(username);
    expect(await texts(later)).toEqual(['are you there?', 'hello?']);
    await later.close();
  });

  it('has nothing that the sender or the owner wants to have forgotten', async () => {
    const zoe = await world.online(await somebody());
    const name = zoe.bareJid.split('@')[0]!;
    await write(ann, name, 'secret', xml('no-store', { xmlns: 'urn:xmpp:hints' }));
    await zoe.nextMessage(saying('secret'));
    await zoe.set(
      xml(
        'prefs',
        { xmlns: MAM, default: 'always' },
        xml('never', {}, xml('jid', {}, bob.bareJid)),
      ),
    );
    await write(bob, name, 'not for the record');
    await zoe.nextMessage(saying('not for the record'));
    await write(ann, name, 'for the record');
    await zoe.nextMessage(saying('for the record'));
    expect(await texts(zoe)).toEqual(['for the record']);
    await zoe.close();
  });

  describe('gives evidence to a report of its owner', () => {
    const reported = (reporter: string) =>
      world.sql(
        `select kind, texts, source, person, how, sender, body, missing from report
         left join report_message on report_id = id where reporter = $1 order by id, place`,
        [jidOf(reporter)],
      );
    const blocked = async (client: ChatClient) =>
      (await client.get(xml('blocklist', BLOCKING)))
        .getChild('blocklist')!
        .getChildren('item')
        .map(({ attrs }) => String(attrs['jid']));
    const report = (version: 0 | 1, attributes: object, ...children: Stanza[]) =>
      xml('report', { xmlns: `urn:xmpp:reporting:${version}`, ...attributes }, ...children);
    const block = (client: ChatClient, ...items: Stanza[]) =>
      client.set(xml('block', BLOCKING, ...items));

    it('in a block of either form: the messages that it names, else the newest', async () => {
      expect((await discover(ann, world.domain)).features).toEqual(
        expect.arrayContaining([
          ...['urn:xmpp:reporting:0', 'urn:xmpp:reporting:1'],
          ...['urn:xmpp:reporting:reason:spam:0', 'urn:xmpp:reporting:reason:abuse:0'],
        ]),
      );
      const username = await somebody();
      const zoe = await world.online(username);
      for (const from of [bob, ann]) {
        for (const text of ['Buy', 'Buy now']) {
          await write(from, username, text);
          await zoe.nextMessage(saying(text));
        }
      }
      const { ids } = await archivePage(zoe, { filter: { with: bob.bareJid } });
      const named = ids
        .slice(0, 1)
        .map((id) => xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', by: zoe.bareJid, id }));
      await block(
        zoe,
        xml(
          'item',
          { jid: bob.bareJid },
          report(1, { reason: 'urn:xmpp:reporting:spam' }, ...named, xml('text', {}, 'Bots')),
        ),
        xml('item', { jid: ann.bareJid }, report(0, {}, xml('abuse'))),
      );
      expect((await blocked(zoe)).sort()).toEqual([ann.bareJid, bob.bareJid]);
      const common = { source: 'blocking', missing: 0 };
      const ofBob = {
        ...common,
        kind: 'spam',
        texts: ['Bots'],
        person: bob.bareJid,
        sender: bob.bareJid,
      };
      const ofAnn = {
        ...common,
        kind: 'abuse',
        texts: [],
        person: ann.bareJid,
        sender: ann.bareJid,
      };
      expect(await reported(username)).toEqual([
        { ...ofBob, how: 'named', body: 'Buy' },
        { ...ofAnn, how: 'recent', body: 'Buy' },
        { ...ofAnn, how: 'recent', body: 'Buy now' },
      ]);
      await zoe.close();
    });

    it('at most twenty in an hour; who is blocked by the next one is blocked all the same', async () => {
      const username = await somebody();
      const zoe = await world.online(username);
      const bots = Array.from({ length: 21 }, (_, index) => `bot${index}@elsewhere.example`);
      const [last, ...first] = bots.toReversed() as [string, ...string[]];
      const items = (jids: readonly string[]) =>
        jids.map((jid) => xml('item', { jid }, report(1, {})));
      await block(zoe, ...items(first));
      await block(zoe, ...items([last]));
      expect((await blocked(zoe)).sort()).toEqual(bots.toSorted());
      expect(await reported(username)).toHaveLength(20);
      await zoe.close();
    });

    it('in a message to the domain', async () => {
      const username = await somebody();
      const zoe = await world.online(username);
      await write(bob, username, 'Boo');
      await zoe.nextMessage(saying('Boo'));
      const accused = xml('jid', { xmlns: 'urn:xmpp:jid:0' }, bob.bareJid);
      await zoe.send(xml('message', { to: world.domain }, report(1, {}, accused)));
      await until('it is stored', async () => (await reported(username)).length === 1);
      expect(await reported(username)).toMatchObject([
        { source: 'message', kind: 'other', body: 'Boo' },
      ]);
      expect(await blocked(zoe)).toEqual([]);
      await zoe.close();
    });
  });

  it('goes along when the account is renamed, preferences included', async () => {
    const [old, fresh] = [await somebody(), newName('renamed')];
    const before = await world.online(old);
    await write(ann, old, 'to the old name');
    await before.nextMessage(saying('to the old name'));
    await world.api.done('PUT', `/users/${old}`, { username: fresh });
    await before.ended;
    const after = await world.online(fresh, { password: passwordOf(old) });
    expect(await texts(after)).toEqual(['to the old name']);
    await after.close();
  });

  it('goes with the account: a later one of the same name finds nothing', async () => {
    const username = await somebody();
    const before = await world.online(username);
    await write(ann, username, 'for the first one');
    await before.nextMessage(saying('for the first one'));
    await world.api.done('DELETE', `/users/${username}`);
    await before.ended;
    await world.accounts(username);
    const after = await world.online(username);
    expect(await texts(after)).toEqual([]);
    await after.close();
  });

  it('is kept, and goes only at the age that a property says', async () => {
    const zoe = await world.online(await somebody());
    const name = zoe.bareJid.split('@')[0]!;
    for (const text of ['old', 'new']) {
      await write(ann, name, text);
      await zoe.nextMessage(saying(text));
    }
    await world.sql(
      `update archived_message set sent_at = sent_at - interval '9 days'
       where stanza like '%>old<%'`,
    );
    expect(await texts(zoe)).toEqual(['old', 'new']);
    await world.sql(
      `insert into system_property (key, value)
       values ('plugin.restapi.archive.retention.days', '7')`,
    );
    await world.anotherApi({});
    await until('the old message is gone', async () => (await texts(zoe)).length === 1);
    expect(await texts(zoe)).toEqual(['new']);
    await zoe.close();
  });
});
