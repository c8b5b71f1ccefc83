import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import { World } from '../../src/world.js';
import {
  aRoom,
  configure,
  newName,
  Room,
  type RoomDocument,
  setSubject,
  standing,
} from '../room-scene.js';
import {
  AWAY,
  contacts,
  heard,
  question,
  remembered,
  speak,
  subjectIs,
  untilLost,
  untilReached,
} from './fault-scene.js';

const suite = await suiteNeeds(describe, 'Prosody is killed', ['prosody']);

suite('Prosody is killed', () => {
  let world: World;
  let hall: Room;
  let corner: Room;
  let cornerBefore: RoomDocument;
  let told: Set<string>;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'eve', 'joe');
    hall = await aRoom(world, { logEnabled: true, members: ['bob@example.org'] });
    const [ann, bob] = [await world.online('ann'), await world.online('bob')];
    await world.online('eve', { transport: 'websocket' });
    await world.online('joe', { transport: 'bosh' });
    await ann.join(hall.jid, 'Ann');
    await bob.join(hall.jid, 'Bob');
    await setSubject(ann, hall, 'Tea');
    await bob.nextMessage(subjectIs('Tea'));
    corner = new Room(world, newName('corner'));
    await ann.join(corner.jid, 'Ann');
    await configure(ann, corner);
    await bob.join(corner.jid, 'Bob');
    cornerBefore = await corner.document();

    for (let each = 0; each < 100; each++) void speak(ann, hall, `word ${each}`);
    await until('bob has heard something', () => heard(bob, hall).length > 20);
    await world.prosody.kill();
    await Promise.all([ann.ended, bob.ended]);
    told = new Set([...heard(ann, hall), ...heard(bob, hall)]);
  });
  afterAll(() => world?.stop());

  describe('meanwhile', () => {
    it('the API answers questions and commands with 503', async () => {
      await untilLost(world.api);
      const paths = [
        ...['/sessions', '/sessions/ann', '/system/statistics/sessions'],
        ...[hall.path('/occupants'), hall.path('/participants')],
      ];
      for (const path of paths) expect(await world.api.call('GET', path)).toMatchObject(AWAY);
      expect(await world.api.call('DELETE', '/sessions/ann')).toMatchObject(AWAY);
      const message = { body: 'hello' };
      expect(await world.api.call('POST', '/messages/users', 'json', message)).toMatchObject(AWAY);
    });

    it('the API is alive, and says which listener does not answer', async () => {
      const check = async (name: string) => {
        const { status, text } = await world.api.call('GET', `/system/${name}`);
        return status === 200 ? 'passes' : text;
      };
      for (const name of ['liveness', 'readiness/server', 'readiness/plugins']) {
        expect(await check(name)).toBe('passes');
      }
      const failing = 'Check failed: readiness/connections (SOCKET_C2S encrypted)';
      expect(await check('readiness')).toContain(failing);
      expect(await check('readiness/connections/SOCKET_C2S')).toContain(failing);
      expect(await check('readiness/connections/WEBADMIN')).toBe('passes');
    });

    it('what is stored is told, and can be changed', async () => {
      expect((await hall.document()).subject).toBe('Tea');
      expect(await remembered(world.api, hall)).toEqual(expect.arrayContaining([...told]));
      await world.api.done('POST', '/lockouts/joe');
      await world.api.done('DELETE', '/users/eve');
      await world.api.done('POST', '/users/ann/roster', {
        jid: 'zoe@example.org',
        subscriptionType: 0,
      });
      await world.api.done('POST', hall.path('/outcasts/bob@example.org'));
      await world.api.done('POST', '/chatservices', { serviceName: 'annex' });
    });
  });

  describe('started again', () => {
    let ann: ChatClient;
    let bob: ChatClient;

    beforeAll(async () => {
      await world.prosody.startAgain();
      await untilReached(world.api);
    });

    it('the API reaches it by itself: nobody is logged in, nobody in a room', async () => {
      const { sessions } = (await question(world.api)).json<{ sessions: unknown[] }>();
      expect(sessions).toEqual([]);
      expect(await hall.occupants()).toEqual([]);
      expect((await world.api.call('GET', '/system/readiness')).status).toBe(200);
    });

    it('everything that anybody heard in a logged room is in the history, once', async () => {
      const history = await remembered(world.api, hall);
      expect(told.size).toBeGreaterThan(20);
      expect(history).toEqual([...new Set(history)]);
      expect(history).toEqual(expect.arrayContaining([...told]));
    });

    it('rooms are as they were, temporary ones, too', async () => {
      expect(await corner.document()).toEqual(cornerBefore);
      ann = await world.online('ann');
      expect(standing(await ann.join(hall.jid, 'Ann')).affiliation).toBe('owner');
      await ann.nextMessage(subjectIs('Tea'));
      const back = standing(await ann.join(corner.jid, 'Ann'));
      expect(back.affiliation).toBe('owner');
      expect(back.codes).not.toContain(201);
    });

    it('what the API has changed meanwhile holds', async () => {
      await expect(world.login('joe')).rejects.toMatchObject({ condition: 'account-disabled' });
      await expect(world.login('eve')).rejects.toMatchObject({ condition: 'not-authorized' });
      expect(await contacts(ann)).toEqual(['zoe@example.org none']);
      bob = await world.online('bob');
      await expect(bob.join(hall.jid, 'Bob')).rejects.toMatchObject({ condition: 'forbidden' });
      const annex = new Room(world, newName(), 'annex');
      await bob.join(annex.jid, 'Bob');
      expect((await annex.document()).owners).toEqual([bob.bareJid]);
    });

    it('commands of the API arrive again', async () => {
      await world.api.done('POST', '/messages/users', { body: 'all is well' });
      await bob.nextMessage((stanza) => stanza.getChildText('body') === 'all is well');
      await world.api.done('DELETE', '/sessions/bob');
      expect(await bob.ended).toBe('not-authorized');
    });
  });
});
