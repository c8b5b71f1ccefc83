import { type Bed, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { listUsers, readUser } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { measureWholeLists, ONE_CLIENT } from './whole-lists.js';
import { type Sample, sample } from './window.js';

/** All 10,000 users, one client: P10 and P11. And the effect on other requests: P12. */
export async function measureLists(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api();
  const read = () =>
    sample(bed, api, {
      request: readUser('json'),
      numbers: { kind: 'random', below: USERS },
      connections: 4,
      pauseMs: 2,
      until: { ms: settings.windowMs * 2 },
    });
  const { usage: before } = await read();
  const users = { what: '10,000', floor: 'list-users', request: listUsers } as const;
  return [
    ...(await measureWholeLists(bed, settings, api, before.rssPeak, users)),
    ...(await measureNeighbours(bed, settings, api, read)),
  ];
}

async function measureNeighbours(
  bed: Bed,
  settings: Settings,
  api: Server,
  read: () => Promise<Sample>,
): Promise<Figure[]> {
  const whileListing = async () => {
    const until = { ms: settings.windowMs * 2 };
    const listing = bed.load(
      { ...ONE_CLIENT, port: api.port, request: listUsers('xml'), until },
      1,
    );
    const [reads] = await Promise.all([read(), listing]);
    return reads;
  };
  const reads = await alternate({ idle: read, listing: whileListing }, settings.rounds);
  const p99 = (samples: readonly Sample[]) => samples.map(({ p99Ms }) => p99Ms);
  const p50 = (samples: readonly Sample[]) => samples.map(({ p50Ms }) => p50Ms);
  return [
    {
      goal: 'P12',
      what: 'p99 of reads while a list streams / idle',
      values: ratios(p99(reads.listing), p99(reads.idle)),
      unit: 'x',
      atMost: 3,
    },
    {
      goal: '',
      what: 'p50 of reads while a list streams / idle',
      values: ratios(p50(reads.listing), p50(reads.idle)),
      unit: 'x',
    },
    { goal: '', what: 'p99 of reads at idle', values: p99(reads.idle), unit: 'ms' },
    { goal: '', what: 'p99 of reads while a list streams', values: p99(reads.listing), unit: 'ms' },
  ];
}
