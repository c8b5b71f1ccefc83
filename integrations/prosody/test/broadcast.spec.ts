import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import type { TransportName } from '../src/transport.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'Broadcasts', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];

suite('Broadcasts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const broadcast = (body: string) => world.api.done('POST', '/messages/users', { body });

  it('reach every session, available or not', async () => {
    const clients: ChatClient[] = [];
    for (const transport of transports) clients.push(await world.online('ann', { transport }));
    clients.push(await world.login('ann'), await world.login('bob'));
    await broadcast('Maintenance at <noon> & later');
    for (const client of clients) {
      const message = await client.nextMessage();
      expect(message.attrs).toMatchObject({
        type: 'headline',
        from: 'example.org',
        to: client.jid,
      });
      expect(message.getChildren('subject')).toHaveLength(0);
      expect(message.getChildText('body')).toBe('Maintenance at <noon> & later');
    }
    await Promise.all(clients.map((client) => client.close()));
  });

  it('to nobody succeed', async () => {
    expect((await broadcast('hello?')).status).toBe(201);
  });

  it('with characters that XML does not have cost nobody the connection', async () => {
    const ann = await world.online('ann');
    const refused = await world.prosody.bridge('POST', '/bridge/broadcast', { body: 'a\u0001b' });
    expect(refused.status).toBe(400);
    const reply = await world.prosody.bridge('POST', '/bridge/broadcast', { body: 'fine' });
    expect(reply).toEqual({ status: 200, body: { delivered: 1 } });
    expect((await ann.nextMessage()).getChildText('body')).toBe('fine');
    await ann.close();
  });

  it('reach hundreds of sessions once each', async () => {
    const { api } = world;
    const names = Array.from({ length: 30 }, (_, index) => `user-${index}`);
    await world.accounts(...names);
    const clients: ChatClient[] = [];
    for (const name of names) {
      const logins = Array.from({ length: 5 }, () => world.login(name, { mechanism: 'PLAIN' }));
      clients.push(...(await Promise.all(logins)));
    }
    await api.done('POST', '/messages/users', { body: 'to all' });
    await Promise.all(clients.map((client) => client.nextMessage()));
    for (const client of clients) expect(client.take((stanza) => stanza.is('message'))).toEqual([]);
    await Promise.all(clients.map((client) => client.close()));
  });
});
