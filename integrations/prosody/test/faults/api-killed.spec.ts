import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import { World } from '../../src/world.js';
import { aRoom, isGone, presenceOf, type Room, standing } from '../room-scene.js';
import { type ApiProcess, NoticeTrap, startApi } from './api-process.js';

const suite = await suiteNeeds(describe, 'The API is killed', ['prosody']);

suite('The API is killed', () => {
  let world: World;
  let trap: NoticeTrap;
  let api: ApiProcess;
  let room: Room;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    trap = await NoticeTrap.start(world.prosody.url);
    await world.accounts('ann', 'bob');
    bob = await world.online('bob');
  });
  beforeEach(async () => {
    api = await startApi(world, trap.url);
    room = await aRoom(world);
    await bob.join(room.jid, 'Bob');
  });
  afterEach(() => api?.process.kill());
  afterAll(async () => {
    trap?.stop();
    await world?.stop();
  });

  const ban = () => api.call('POST', room.path('/outcasts/bob@example.org'));

  it('in the middle of a change: nothing of it is done', async () => {
    const unlock = await world.lock('room_affiliation');
    const answer = ban();
    await until('it waits', async () => {
      const waiting = await world.sql(
        `select from pg_stat_activity where application_name like 'chat-admin%'
         and datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await api.process.kill();
    await expect(answer).rejects.toThrow();
    await unlock();
    expect((await room.document()).outcasts).toEqual([]);
    await bob.say(room.jid, 'still here');
  });

  it('after its commit, before its notice: Prosody finds out by itself', async () => {
    const answer = ban();
    await trap.notice;
    await api.process.kill();
    await expect(answer).rejects.toThrow();
    expect((await room.document()).outcasts).toEqual([bob.bareJid]);
    expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toContain(301);
  });
});
