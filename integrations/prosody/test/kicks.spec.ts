import { once } from 'node:events';
import { connect } from 'node:net';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { BRIDGE_TOKEN } from '../src/prosody-control.js';
import { statusCodes } from '../src/stanza.js';
import type { TransportName } from '../src/transport.js';
import { passwordOf, World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { RawClient } from './raw-client.js';
import { aRoom, isGone, MUC_USER, presenceOf, standing } from './room-scene.js';
import type { Room } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Kicks', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];

/** Its bytes. */
function bridgeCall(method: string, path: string, document: object = {}): string {
  const body = JSON.stringify(document);
  const headers = [
    ...['host: 127.0.0.1', `authorization: Bearer ${BRIDGE_TOKEN}`],
    ...['content-type: application/json', `content-length: ${body.length}`],
  ];
  return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

suite('Kicks', () => {
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

  describe('of sessions', () => {
    it.each(transports)('close one over %s, and leave the other', async (transport) => {
      const [one, two] = [
        await world.login('bob', { transport, resource: 'one' }),
        await world.login('bob', { transport, resource: 'two' }),
      ];
      await world.api.done('DELETE', '/sessions/BOB/one?reason=Away%20%26%20over');
      expect(await one.ended).toBe('not-authorized');
      await two.available();
      const shown = await world.api.done('GET', '/sessions/bob');
      expect(shown.text).toContain('bob@example.org/two');
      expect(shown.text).not.toContain('bob@example.org/one');
      await two.close();
    });

    it('tell the reason, if there is one', async () => {
      const ended = async (path: string) => {
        const raw = await RawClient.connect(world.prosody.place);
        await raw.authenticate('bob', passwordOf('bob'));
        const bound = await raw.ask(
          '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"><resource>desk</resource></bind>',
        );
        expect(bound).toContain('bob@example.org/desk');
        await world.api.done('DELETE', path);
        await raw.closed();
        return /<stream:error>.*<\/stream:error>/.exec(raw.text)![0].replaceAll('"', "'");
      };
      const streams = 'urn:ietf:params:xml:ns:xmpp-streams';
      const silent = `<stream:error><not-authorized xmlns='${streams}'/></stream:error>`;
      const told = `<stream:error><not-authorized xmlns='${streams}'/><text xmlns='${streams}'>Away &amp; over</text></stream:error>`;
      for (const path of ['/sessions/bob/desk', '/sessions/bob']) {
        expect(await ended(path)).toBe(silent);
        expect(await ended(`${path}?reason=`)).toBe(silent);
        expect(await ended(`${path}?reason=Away%20%26%20over`)).toBe(told);
      }
    });

    it('tell the reason also to a client that sends something in that moment', async () => {
      const { prosody } = world;
      const raw = await RawClient.login(prosody.place, 'bob', passwordOf('bob'));
      const calls = connect(prosody.place.httpPort, prosody.place.host);
      calls.write(bridgeCall('GET', '/bridge/health'));
      await once(calls, 'data'); // from now on it is known to Prosody
      await prosody.standsStill();
      // both are there when it looks next; it begins with what has come last
      raw.send(' ');
      calls.write(bridgeCall('POST', '/bridge/sessions/close', { username: 'bob' }));
      prosody.resume();
      await raw.closed();
      expect(raw.text).toMatch(
        /<stream:error><not-authorized .*<\/stream:error><\/stream:stream>$/,
      );
      calls.destroy();
    });

    it('of nobody are 404', async () => {
      const reply = await world.api.call('DELETE', '/sessions/BOB/gone');
      expect(reply.status).toBe(404);
      expect(reply.json()).toEqual({
        exception: 'SessionNotFoundException',
        message: 'Could not find session',
        resource: 'bob@example.org/gone',
      });
    });
  });

  describe('out of rooms', () => {
    let room: Room;
    let [ann, bob, cat]: ChatClient[] = [];
    beforeAll(async () => {
      [ann, bob, cat] = [
        await world.online('ann'),
        await world.online('bob'),
        await world.online('cat'),
      ];
    });
    beforeEach(async () => {
      room = await aRoom(world, { members: ['bob@example.org'] });
      await ann!.join(room.jid, 'Ann');
      await bob!.join(room.jid, 'Bob');
      await cat!.join(room.jid, 'Cat');
    });

    const inRoom = (nickname: string, query = '') =>
      `${room.path(`/occupants/${encodeURIComponent(nickname)}`)}${query}`;

    it('tell everybody, once, with the reason; the affiliation stays', async () => {
      await world.api.done('DELETE', inRoom('Bob', '&reason=Too%20loud'));
      const own = await presenceOf(bob!, room, 'Bob', isGone);
      expect(statusCodes(own).sort()).toEqual([110, 307]);
      for (const told of [own, await presenceOf(cat!, room, 'Bob', isGone)]) {
        const item = told.getChild('x', MUC_USER)!.getChild('item')!;
        expect(item.attrs).toMatchObject({ affiliation: 'member', role: 'none' });
        expect(item.getChildText('reason')).toBe('Too loud');
        expect(item.getChild('actor')).toBeUndefined();
        expect(statusCodes(told)).toContain(307);
      }
      expect((await room.occupants()).map(({ jid }) => jid)).not.toContain(room.occupant('Bob'));
      expect((await room.document()).members).toEqual(['bob@example.org']);
      expect(standing(await bob!.join(room.jid, 'Bob')).codes).toContain(110);
    });

    it('take every resource under the nickname along, and nobody else', async () => {
      const other = await world.online('bob', { resource: 'other' });
      await other.join(room.jid, 'Bob');
      await world.api.done('DELETE', inRoom('Bob'));
      for (const client of [bob!, other]) {
        const told = await presenceOf(client, room, 'Bob', isGone);
        const item = told.getChild('x', MUC_USER)!.getChild('item')!;
        expect(item.getChild('reason')).toBeUndefined();
      }
      const left = (await room.occupants()).map(({ jid }) => jid).sort();
      expect(left).toEqual([room.occupant('Ann'), room.occupant('Cat')]);
      await other.close();
    });

    it('change the role until one leaves, of owners and admins not', async () => {
      const role = (nickname: string, wanted?: string) =>
        world.api.call(
          'PUT',
          inRoom(nickname),
          'json',
          wanted === undefined ? undefined : { role: wanted },
        );
      const roleOf = async (nickname: string) =>
        (await room.occupants()).find(({ jid }) => jid === room.occupant(nickname))?.role;
      for (const wanted of ['moderator', 'visitor', 'participant']) {
        expect((await role('Cat', wanted)).status).toBe(200);
        const told = await presenceOf(
          bob!,
          room,
          'Cat',
          (stanza) =>
            stanza.getChild('x', MUC_USER)?.getChild('item')?.attrs['role'] === wanted &&
            stanza.attrs['type'] === undefined,
        );
        expect(told).toBeDefined();
        expect(await roleOf('Cat')).toBe(wanted);
      }
      expect((await role('Ann', 'moderator')).status).toBe(200);
      expect(await role('Ann', 'visitor')).toMatchObject({ status: 409 });
      expect(await roleOf('Ann')).toBe('moderator');
      expect((await role('Zoe', 'visitor')).json()).toEqual({
        exception: 'OccupantNotFoundException',
        message: 'Could not find occupant',
        resource: 'Zoe',
      });
      expect((await role('Cat', 'owner')).json<{ message: string }>().message).toBe(
        'Invalid value for role: owner',
      );
      expect((await role('Cat')).json<{ message: string }>().message).toBe(
        'Invalid value for role: ',
      );
      expect((await world.api.call('DELETE', inRoom('Zoe'))).status).toBe(404);
    });

    it('by its end: with a reason and another room', async () => {
      const query = '&reason=Moved&alternateRoom=hall@conference.example.org';
      await world.api.done('DELETE', `${room.path()}${query}`);
      const told = await presenceOf(bob!, room, 'Bob', isGone);
      const [item, destroy, ...more] = told.getChild('x', MUC_USER)!.getChildElements();
      expect([item!.attrs, more]).toEqual([{ affiliation: 'none', role: 'none' }, []]);
      expect(destroy!.attrs['jid']).toBe('hall@conference.example.org');
      expect(destroy!.getChildElements().map(({ name }) => name)).toEqual(['reason']);
      expect(destroy!.getChildText('reason')).toBe('Moved');
    });
  });
});
