import { type Bed, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { readUser, request, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { measurePointReads } from './point-reads.js';
import { cpu, sample } from './window.js';

/** One user, random among 10,000, with the shared secret: P1 to P5. */
export async function measureReads(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api();
  const user = { what: 'a user', floor: 'read-user', below: USERS, request: readUser } as const;
  return [
    ...(await measurePointReads(bed, settings, api, user)),
    await measureOptions(bed, settings, api),
  ];
}

async function measureOptions(bed: Bed, settings: Settings, api: Server): Promise<Figure> {
  const constant = await bed.floor('constant');
  const options = (server: Server) => () =>
    sample(bed, server, {
      request: request('OPTIONS', USERS_PATH, 'json'),
      numbers: { kind: 'random', below: 1 },
      connections: 32,
      until: { ms: settings.windowMs / 2 },
    });
  const samples = await alternate(
    { constant: options(constant), options: options(api) },
    settings.rounds,
  );
  return {
    goal: 'P5',
    what: 'OPTIONS, no database: CPU / F0',
    values: ratios(cpu(samples.options), cpu(samples.constant)),
    unit: 'x',
    atMost: 1.3,
  };
}
