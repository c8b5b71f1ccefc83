import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import type { Login } from '../../src/transport.js';
import { World } from '../../src/world.js';
import { aRoom, type Room, saying } from '../room-scene.js';
import {
  chat,
  contact,
  contacts,
  isAttached,
  ping,
  question,
  remembered,
  untilReached,
} from './fault-scene.js';

const suite = await suiteNeeds(describe, 'PostgreSQL is frozen', ['prosody']);

const mechanisms: Required<Login>['mechanism'][] = ['SCRAM-SHA-256', 'PLAIN'];

suite('PostgreSQL is frozen', () => {
  let world: World;
  let logged: Room;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', 'bob', 'joe');
    [ann, bob] = [await world.online('ann'), await world.online('bob')];
    logged = await aRoom(world, { logEnabled: true });
    await ann.join(logged.jid, 'Ann');
    await bob.join(logged.jid, 'Bob');
  });
  afterAll(() => world?.stop());

  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error) => error.message,
    );

  it('nobody is told anything wrong, nothing is lost, all goes on with it', async () => {
    await world.postgres.pause();
    const logins = mechanisms.map((mechanism) => outcome(world.login('joe', { mechanism })));
    const said = outcome(ann.say(logged.jid, 'kept or refused'));
    const added = outcome(ann.set(contact({ jid: 'zoe@example.org' })));
    const answered = ping(bob, world.domain);
    await chat(ann, bob, 'beside the room');
    await until('the API is not ready', async () => {
      const { status, text } = await world.api.call('GET', '/system/readiness');
      return status === 503 && text.includes('readiness/server');
    });
    const asked = question(world.api);
    await world.postgres.resume();

    await answered;
    // busy until then; perhaps it does without its database for a moment
    expect([200, 503]).toContain((await asked).status);
    await bob.nextMessage(saying('beside the room'));
    for (const login of logins) expect(await login).not.toBe('not-authorized');
    await untilReached(world.api);
    expect(await isAttached(world)).toBe(true);
    const kept = (await remembered(world.api, logged)).length;
    expect(kept).toBe((await said) === 'done' ? 1 : 0);
    expect((await contacts(ann)).length).toBe((await added) === 'done' ? 1 : 0);
    await ann.say(logged.jid, 'afterwards');
    await bob.nextMessage(saying('afterwards'));
    await (await world.login('joe')).close();
  });
});
