import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER_WIDTH } from '../load/load-job.js';
import { addMember } from '../load/room-requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { cpu, rates, sample, type Sample } from './window.js';

/** Few enough to keep the room small. */
const MEMBERS_OF_ONE = 200;

/** Adds a member to a random room of `conference`, with an audit entry: P6. */
export async function measureAffiliations(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.fillRooms(settings.manyRooms);
  const api = await bed.api();
  const floor = await bed.floor('add-member');
  const add = (server: Server, connections: number) => () =>
    sample(bed, server, {
      request: addMember(`guest${bed.numbers(1).from}.`),
      numbers: { kind: 'random', below: settings.manyRooms },
      connections,
      until: { ms: settings.windowMs },
    });
  const addToOne = (server: Server) => () => {
    // measures that ran before have used up more numbers than there are rooms
    const room = bed.numbers(1).from % settings.manyRooms;
    return sample(bed, server, {
      request: addMember('guest', `room${String(room).padStart(NUMBER_WIDTH, '0')}`),
      numbers: bed.numbers(MEMBERS_OF_ONE),
      connections: 32,
      until: { requests: MEMBERS_OF_ONE },
    });
  };
  const variants = (connections: number) =>
    alternate({ floor: add(floor, connections), api: add(api, connections) }, settings.rounds);
  const many = await variants(32);
  const few = await variants(4);
  const alone = await variants(1);
  const one = await alternate({ floor: addToOne(floor), api: addToOne(api) }, settings.rounds);
  const rate = ({ api, floor }: Record<'api' | 'floor', readonly Sample[]>) =>
    ratios(rates(api), rates(floor));
  return [
    {
      goal: 'P6',
      what: 'add a member to a room, 32 connections: rate / F2',
      values: rate(many),
      unit: 'x',
      atLeast: 0.85,
    },
    { goal: '', what: 'same: CPU / F2', values: ratios(cpu(many.api), cpu(many.floor)), unit: 'x' },
    { goal: '', what: 'same, 4 connections: rate / F2', values: rate(few), unit: 'x' },
    { goal: '', what: 'same, 1 connection: rate / F2', values: rate(alone), unit: 'x' },
    {
      goal: '',
      what: `${MEMBERS_OF_ONE} members to one room, 32 connections: rate / F2`,
      values: rate(one),
      unit: 'x',
    },
    { goal: '', what: 'F2: rate', values: rates(many.floor), unit: '/s' },
  ];
}
