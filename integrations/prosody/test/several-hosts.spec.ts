import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { stockAccounts } from '../src/stock-accounts.js';
import { passwordOf, World } from '../src/world.js';
import { becomeContacts } from './contacts.js';
import { ping } from './faults/fault-scene.js';
import { aRoom, saying, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'A second virtual host', ['prosody']);

const OTHER = 'other.test';

/** One Prosody with two domains, of which the service administers one. */
suite('A second virtual host', () => {
  let world: World;
  let ann: ChatClient;
  let zoe: ChatClient;

  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', 'zoe');
    await world.prosody.restartWith(`
      VirtualHost "${OTHER}"
        authentication = "internal_plain"
        storage = "internal"`);
    await stockAccounts(world.prosody.directory, OTHER, { zoe: passwordOf('zoe') });
    ann = await world.online('ann');
    zoe = await elsewhere();
    await zoe.available();
  });
  afterAll(async () => {
    await zoe?.close();
    await stopUnharmed(world);
  });

  const elsewhere = () =>
    ChatClient.login(
      'websocket',
      { ...world.prosody.place, domain: OTHER },
      { username: 'zoe', password: passwordOf('zoe') },
    );
  const sessions = async () => {
    const reply = await world.api.done('GET', '/sessions');
    return reply.json<{ sessions: { sessionId: string }[] }>().sessions.map((one) => one.sessionId);
  };

  it('is no business of the API: neither its sessions, nor accounts of the same name', async () => {
    expect(zoe.bareJid).toBe(`zoe@${OTHER}`);
    expect(await sessions()).toEqual([ann.jid]);
    expect((await world.prosody.bridge('GET', '/bridge/health')).body).toMatchObject({
      sessions: 1,
      users: 1,
    });
    await world.api.done('POST', '/lockouts/zoe');
    await world.api.done('DELETE', '/users/zoe');
    await world.api.done('POST', '/messages/users', { body: 'for our own' });
    await ann.nextMessage(saying('for our own'));
    await ping(zoe, OTHER);
    expect(zoe.take(saying('for our own'))).toEqual([]);
  });

  it('talks with the domain: messages, contacts, rooms', async () => {
    const write = (from: ChatClient, to: ChatClient, text: string) =>
      from.send(xml('message', { to: to.bareJid, type: 'chat' }, xml('body', {}, text)));
    await write(zoe, ann, 'hello from next door');
    await ann.nextMessage(saying('hello from next door'));
    await write(ann, zoe, 'hello');
    await zoe.nextMessage(saying('hello'));

    await ann.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await becomeContacts(ann, zoe);
    const roster = (await world.api.done('GET', '/users/ann/roster')).json<object>();
    expect(JSON.stringify(roster)).toContain(`"jid":"${zoe.bareJid}"`);

    const room = await aRoom(world, { members: [zoe.bareJid], membersOnly: true });
    await zoe.join(room.jid, 'Zoe');
    expect(await room.occupants()).toMatchObject([{ userAddress: zoe.jid, affiliation: 'member' }]);
  });

  it('goes on while the database of the service is away', async () => {
    await world.postgres.stop();
    await expect(world.login('ann')).rejects.toThrow();
    const again = await elsewhere();
    await ping(again, OTHER);
    await again.close();
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    await ping(ann, world.domain);
  });
});
