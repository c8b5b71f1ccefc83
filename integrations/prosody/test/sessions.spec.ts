import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { xml } from '../src/stanza.js';
import type { TransportName } from '../src/transport.js';
import { passwordOf, World } from '../src/world.js';
import { RawClient } from './raw-client.js';
import { complaintsOf } from './quiet-log.js';
import { aRoom, isGone, presenceOf, standing } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Sessions', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];
const STREAM_MANAGEMENT = 'urn:xmpp:sm:3';

interface ShownSession {
  readonly sessionId: string;
  readonly creationDate: string;
  readonly lastActionDate: string;
}

suite('Sessions', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'cat');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const sessions = async (path = '/sessions') =>
    (await world.api.done('GET', path)).json<{ sessions: ShownSession[] }>().sessions;

  const shown = async (jid: string) =>
    (await sessions()).find(({ sessionId }) => sessionId === jid);

  const counts = async () => (await world.api.done('GET', '/system/statistics/sessions')).json();

  /** Somebody whose client resumes streams, so that the session sleeps when the connection breaks. */
  const sleeper = async (username: string) => {
    const raw = await RawClient.login(world.prosody.place, username, passwordOf(username));
    raw.send(`<enable xmlns="${STREAM_MANAGEMENT}" resume="true"/>`);
    await raw.next(/<enabled/);
    raw.send('<presence/>');
    await raw.next(/<presence /);
    return raw;
  };

  it('survive clients that miscount what they acknowledge', async () => {
    const raw = await sleeper('cat');
    for (const handled of [1_000, 1, 0]) {
      raw.send(`<a xmlns="${STREAM_MANAGEMENT}" h="${handled}"/>`);
    }
    expect(await raw.ask('<nothing xmlns="urn:test"/>')).toContain('service-unavailable');
    raw.send('</stream:stream>');
    await raw.closed();
  });

  it('show the first 1,000 characters of what people say of themselves', async () => {
    const ann = await world.login('ann', { resource: 'loud' });
    await ann.available(xml('show', {}, 'é'.repeat(50_000)), xml('status', {}, 'é'.repeat(50_000)));
    expect(await shown('ann@example.org/loud')).toMatchObject({
      presenceStatus: 'Online',
      presenceMessage: 'é'.repeat(1_000),
    });
    await ann.close();
  });

  it.each(transports)('are shown with everything over %s', async (transport) => {
    const before = Date.now();
    const ann = await world.login('ann', { transport, resource: 'desk' });
    const born = (await shown('ann@example.org/desk'))!;
    expect(born).toEqual({
      sessionId: 'ann@example.org/desk',
      username: 'ann',
      resource: 'desk',
      node: 'Local',
      sessionStatus: 'Authenticated',
      presenceStatus: 'Offline',
      priority: 0,
      hostAddress: '127.0.0.1',
      hostName: 'localhost',
      creationDate: expect.any(String) as string,
      lastActionDate: expect.any(String) as string,
      secure: transport === 'tcp' || transport === 'tls',
    });
    const created = Date.parse(born.creationDate);
    expect(created).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(born.lastActionDate)).toBeGreaterThanOrEqual(created);

    await ann.available(
      xml('show', {}, 'dnd'),
      xml('status', {}, 'in a call'),
      xml('priority', {}, '5'),
    );
    const busy = (await shown('ann@example.org/desk'))!;
    expect(busy).toMatchObject({
      presenceStatus: 'Do Not Disturb',
      presenceMessage: 'in a call',
      priority: 5,
      creationDate: born.creationDate,
    });
    expect(Date.parse(busy.lastActionDate)).toBeGreaterThan(Date.parse(born.lastActionDate));

    const [bridged] = (
      (await world.prosody.bridge('GET', '/bridge/sessions?user=ann')).body as {
        sessions: { transport: string; hibernating: boolean }[];
      }
    ).sessions;
    expect(bridged).toMatchObject({
      transport: transport === 'tls' ? 'tcp' : transport,
      hibernating: false,
    });
    await ann.close();
    await until('the session is gone', async () => (await sessions()).length === 0);
  });

  it('are as a proxy on this machine tells: address and encryption', async () => {
    const { place, url } = world.prosody;
    let rid = 1;
    let sid = '';
    const post = async (attributes: string, payload = '') => {
      const reply = await fetch(`${url}/http-bind`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
        body:
          `<body xmlns="http://jabber.org/protocol/httpbind" xmlns:xmpp="urn:xmpp:xbosh" ` +
          `rid="${rid++}" ${sid && `sid="${sid}"`} ${attributes}>${payload}</body>`,
      });
      return reply.text();
    };
    const opened = await post(`to="${place.domain}" wait="1" hold="1" ver="1.6"`);
    sid = /authid=['"]([^'"]+)/.exec(opened)![1]!;
    const plain = Buffer.from(`\0ann\0${passwordOf('ann')}`).toString('base64');
    await post(
      '',
      `<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${plain}</auth>`,
    );
    await post(`to="${place.domain}" xmpp:restart="true"`);
    await post(
      '',
      `<iq type="set" id="b" xmlns="jabber:client"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/></iq>`,
    );
    expect(await sessions('/sessions/ann')).toMatchObject([
      { hostAddress: '192.0.2.7', secure: true },
    ]);
    await world.api.done('DELETE', '/sessions/ann');
    expect(await post('')).toContain(
      `<stream:error><not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>`,
    );
  });

  it('are listed for one user, and counted', async () => {
    const [one, two, bob] = [
      await world.online('ann', { resource: 'one' }),
      await world.login('ann', { resource: 'two' }),
      await world.online('bob'),
    ];
    const ids = (await sessions('/sessions/ANN')).map(({ sessionId }) => sessionId);
    expect(ids.sort()).toEqual(['ann@example.org/one', 'ann@example.org/two']);
    expect(await sessions('/sessions/nobody')).toEqual([]);
    expect(await counts()).toEqual({ localSessions: 3, clusterSessions: 3 });
    await Promise.all([one, two, bob].map((client) => client.close()));
    await until('all are gone', async () => (await sessions()).length === 0);
    expect(await counts()).toEqual({ localSessions: 0, clusterSessions: 0 });
  });

  it('are closed for one user, whatever their connection', async () => {
    const bob = await world.online('bob');
    const clients = [];
    for (const transport of transports) clients.push(await world.login('ann', { transport }));
    await world.api.done('DELETE', '/sessions/ann');
    for (const client of clients) expect(await client.ended).toBe('not-authorized');
    expect((await sessions()).map(({ sessionId }) => sessionId)).toEqual([bob.jid]);
    await world.api.done('DELETE', '/sessions/ann');
    await world.api.done('DELETE', '/sessions/nobody');
    await (await world.login('ann')).close();
    await bob.close();
  });

  it('of broken connections sleep, are shown, and can be closed', async () => {
    const contact = (jid: string) => ({ jid, subscriptionType: 3 });
    await world.api.done('POST', '/users/cat/roster', contact('bob@example.org'));
    await world.api.done('POST', '/users/bob/roster', contact('cat@example.org'));
    const bob = await world.online('bob');
    const cat = await sleeper('cat');
    const here = await bob.nextPresence(
      ({ attrs }) => /^cat@.*\//.test(String(attrs['from'])) && !attrs['type'],
    );
    cat.cut();
    await until('the session sleeps', async () => {
      const { body } = await world.prosody.bridge('GET', '/bridge/sessions?user=cat');
      return (body as { sessions: { hibernating: boolean }[] }).sessions[0]?.hibernating ?? false;
    });
    expect(await sessions('/sessions/cat')).toMatchObject([
      { presenceStatus: 'Online', hostAddress: '127.0.0.1' },
    ]);
    await world.api.done('DELETE', '/sessions/cat');
    const gone = await bob.nextPresence(
      ({ attrs }) => attrs['from'] === here.attrs['from'] && attrs['type'] === 'unavailable',
    );
    expect(gone.getChild('status')).toBeUndefined();
    expect(await sessions('/sessions/cat')).toEqual([]);
    await bob.close();
  });

  it.each(transports)('closed over %s leave rooms without a word', async (transport) => {
    const room = await aRoom(world);
    const bob = await world.online('bob');
    const ann = await world.online('ann', { transport });
    await bob.join(room.jid, 'Bob');
    await ann.join(room.jid, 'Ann');
    await world.api.done('DELETE', '/sessions/ann');
    const told = await presenceOf(bob, room, 'Ann', isGone);
    expect(standing(told)).toMatchObject({ type: 'unavailable', role: 'none', codes: [] });
    expect(told.getChild('status')).toBeUndefined();
    expect((await room.occupants()).map(({ userAddress }) => userAddress)).toEqual([bob.jid]);
    await bob.close();
  });
});
