import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { World } from '../src/world.js';
import { madeBy, newName, Room, setSubject, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Events of chat users', ['prosody']);

interface Told {
  readonly type: string;
  readonly actor: string;
  readonly source: string;
  readonly columns: readonly string[];
}

suite('Events of chat users', () => {
  let world: World;
  let ann: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    ann = await world.online('ann', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  /** Those of a room, oldest first, once there is one of the type. */
  async function told(room: Room, type: string): Promise<readonly Told[]> {
    return until(`${type} of ${room.name}`, async () => {
      const events = await world.sql<Told>(
        'select type, actor, source, columns from event where object = $1 order by id',
        [`/chatrooms/${room.name}?servicename=conference`],
      );
      return events.some((event) => event.type === type) && events;
    });
  }

  const byAnn = { source: 'chat' };

  it('name who has made, changed and left a room', async () => {
    const room = new Room(world, newName('told'));
    await ann.join(room.jid, 'Ann');
    await told(room, 'room.created');
    await setSubject(ann, room, 'Tea');
    await told(room, 'room.updated');
    await ann.leave(room.jid, 'Ann');
    const events = await told(room, 'room.deleted');
    expect(events).toMatchObject([
      { ...byAnn, type: 'room.created', actor: ann.bareJid },
      { ...byAnn, type: 'room.updated', actor: ann.bareJid, columns: ['subject'] },
      { ...byAnn, type: 'room.deleted', actor: ann.bareJid },
    ]);
  });

  it('name who configures a room', async () => {
    const room = await madeBy(ann, world, { 'muc#roomconfig_moderatedroom': ['1'] });
    expect((await told(room, 'room.updated')).at(-1)).toMatchObject({
      ...byAnn,
      actor: ann.bareJid,
      columns: expect.arrayContaining(['moderated']),
    });
  });
});
