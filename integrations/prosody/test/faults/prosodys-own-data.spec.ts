import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import { type Stanza, xml } from '../../src/stanza.js';
import { World } from '../../src/world.js';
import { saying } from '../room-scene.js';
import { chat, ping, TROUBLE } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'What Prosody keeps itself', ['prosody']);

const BLOCKING = 'urn:xmpp:blocking';

/** Offline messages, private data and block lists lie in tables of Prosody's own, in the same database. */
suite('What Prosody keeps itself', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', 'bob', 'eve', 'joe');
  });
  afterAll(() => world?.stop());

  const jidOf = (username: string) => `${username}@${world.domain}`;
  const block = (client: ChatClient, username: string) =>
    client.set(xml('block', { xmlns: BLOCKING }, xml('item', { jid: jidOf(username) })));
  const reportAndBlock = (client: ChatClient, username: string) => {
    const report = xml('report', { xmlns: 'urn:xmpp:reporting:1' });
    const item = xml('item', { jid: jidOf(username) }, report);
    return client.set(xml('block', { xmlns: BLOCKING }, item));
  };
  const blocked = async (client: ChatClient) => {
    const reply = await client.get(xml('blocklist', { xmlns: BLOCKING }));
    const items = reply.getChild('blocklist')?.getChildren('item') ?? [];
    return items.map(({ attrs }) => String(attrs['jid'])).sort();
  };
  const note = (text: string) =>
    xml('query', { xmlns: 'jabber:iq:private' }, xml('note', { xmlns: 'note' }, text));
  const noteIn = (reply: Stanza) => reply.getChild('query')?.getChildText('note');
  const write = (client: ChatClient, username: string, text: string) =>
    client.send(xml('message', { to: jidOf(username), type: 'chat' }, xml('body', {}, text)));

  async function comeBack(): Promise<void> {
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
  }

  it.each(['kill', 'stop'] as const)('is refused, not lost: %s', async (how) => {
    const ann = await world.online('ann');
    await ann.set(note('old'));
    await world.postgres[how]();
    await expect(ann.set(note('new'))).rejects.toEqual(TROUBLE);
    await expect(ann.get(note(''))).rejects.toEqual(TROUBLE);
    await expect(reportAndBlock(ann, 'bob')).rejects.toEqual(TROUBLE);
    await write(ann, 'joe', 'into the dark');
    await ann.nextMessage(({ attrs }) => attrs['type'] === 'error');

    await comeBack();
    expect(noteIn(await ann.get(note('')))).toBe('old');
    expect(await blocked(ann)).toEqual([]);
    await ann.set(note('new'));
    expect(noteIn(await ann.get(note('')))).toBe('new');
    await write(ann, 'joe', 'good morning');
    await ping(ann, world.domain);
    const joe = await world.online('joe');
    await joe.nextMessage(saying('good morning'));
    expect(joe.take(saying('into the dark'))).toEqual([]);
    await Promise.all([ann.close(), joe.close()]);
  });

  it('block lists that could not be read are not taken for empty ones', async () => {
    const before = await world.online('ann');
    await block(before, 'eve');
    await world.prosody.kill();
    await before.ended;
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    const [ann, bob, eve] = [
      await world.online('ann'),
      await world.online('bob'),
      await world.online('eve'),
    ];

    await world.postgres.stop();
    await chat(bob, ann, 'is anybody there?');
    await ann.nextMessage(saying('is anybody there?'));
    await expect(block(ann, 'joe')).rejects.toEqual(TROUBLE);

    await comeBack();
    await until('changes are accepted', async () => {
      await block(ann, 'joe');
      return true;
    });
    expect(await blocked(ann)).toEqual([jidOf('eve'), jidOf('joe')]);
    await write(eve, 'ann', 'me again');
    await eve.nextMessage(({ attrs }) => attrs['type'] === 'error');
    await Promise.all([ann, bob, eve].map((client) => client.close()));
  });
});
