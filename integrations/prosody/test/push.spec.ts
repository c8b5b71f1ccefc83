import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { passwordOf, World } from '../src/world.js';
import { newName, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Push', ['prosody', 'prosody-modules']);

const PUSH = 'urn:xmpp:push:0';
const PUBSUB = 'http://jabber.org/protocol/pubsub';

/** XEP-0357. The service that wakes up phones is played by a client: any address may be one. */
suite('Push', () => {
  let world: World;
  let ann: ChatClient;
  let service: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'service');
    ann = await world.online('ann');
    service = await world.online('service', { resource: 'push' });
  });
  afterAll(() => stopUnharmed(world));

  /** Somebody whose phone is known to the service, and who has gone. */
  async function away(): Promise<{ username: string; node: string }> {
    const [username, node] = [newName('somebody'), newName('phone')];
    await world.accounts(username);
    const client = await world.login(username);
    await client.set(xml('enable', { xmlns: PUSH, jid: service.jid, node }));
    await client.close();
    return { username, node };
  }

  const write = (username: string, text: string) =>
    ann.send(
      xml('message', { to: `${username}@${world.domain}`, type: 'chat' }, xml('body', {}, text)),
    );
  const publishedTo = (node: string) => (stanza: Stanza) =>
    stanza.getChild('pubsub', PUBSUB)?.getChild('publish')?.attrs['node'] === node;
  const ping = () => ann.get(xml('ping', { xmlns: 'urn:xmpp:ping' }), world.domain);

  it('tells of a message to somebody who is away, not what it says, nor who has written it', async () => {
    const { username, node } = await away();
    await write(username, 'come to the window');
    const told = await service.next(publishedTo(node));
    expect(told.attrs['from']).toBe(world.domain);
    expect(told.toString()).not.toMatch(/window|ann@/);
  });

  it('goes on after a restart', async () => {
    const { username, node } = await away();
    await world.prosody.stop();
    await Promise.all([ann.ended, service.ended]);
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    ann = await world.online('ann');
    service = await world.online('service', { resource: 'push' });
    await write(username, 'hello again');
    await service.next(publishedTo(node));
  });

  it('ends when a client says so', async () => {
    const { username, node } = await away();
    const client = await world.login(username);
    await client.set(xml('disable', { xmlns: PUSH, jid: service.jid }));
    await client.close();
    const other = await away();
    await write(username, 'anybody?');
    await write(other.username, 'anybody?');
    await service.next(publishedTo(other.node));
    expect(service.take(publishedTo(node))).toEqual([]);
  });

  it('goes on under another name, also under one that somebody had before', async () => {
    const [earlier, later] = [await away(), await away()];
    await write(earlier.username, 'for the first one');
    await service.next(publishedTo(earlier.node));
    await world.api.done('DELETE', `/users/${earlier.username}`);
    await world.api.done('PUT', `/users/${later.username}`, { username: earlier.username });
    await until('Prosody has heard of all', async () => {
      return (await world.sql('select from departed_account')).length === 0;
    });
    await write(earlier.username, 'for the second one');
    await service.next(publishedTo(later.node));
    expect(service.take(publishedTo(earlier.node))).toEqual([]);
  });

  it.each(['deleted', 'renamed'])(
    'does not tell the phone of an account that was %s of messages to a later one of its name',
    async (how) => {
      const { username, node } = await away();
      await write(username, 'for the first one');
      await service.next(publishedTo(node));
      const path = `/users/${username}`;
      await (how === 'deleted'
        ? world.api.done('DELETE', path)
        : world.api.done('PUT', path, { username: newName('renamed') }));
      await world.accounts(username);
      await (await world.login(username, { password: passwordOf(username) })).close();
      const other = await away();
      await write(username, 'for the second one');
      await ping();
      await write(other.username, 'comes later');
      await service.next(publishedTo(other.node));
      expect(service.take(publishedTo(node))).toEqual([]);
    },
  );
});
