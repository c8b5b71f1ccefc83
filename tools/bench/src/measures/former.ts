import { join } from 'node:path';
import type { Bed } from '../bed.js';
import { USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import type { LoadJob } from '../load/load-job.js';
import { NUMBER } from '../load/load-job.js';
import { listUsers, readUser, request, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { inTurn } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { WITHOUT_EVENTS } from './event-costs.js';
import { cpu, sample } from './window.js';

/** Windows are short and many, because a few percent are looked for. */
const MORE_ROUNDS = 3;
const AT_MOST = 1.04;

type Job = Omit<LoadJob, 'port' | 'connections' | 'until'>;

const someUser = { kind: 'random', below: USERS } as const;
const none = { kind: 'random', below: 1 } as const;
const body = (numbered: string) => JSON.stringify({ name: `Name ${numbered}` });

/** Requests that use nothing of what is new; a user has a tag since. */
const JOBS: Readonly<Record<string, Job & { readonly hasTag?: true }>> = {
  'OPTIONS, no database': { request: request('OPTIONS', USERS_PATH, 'json'), numbers: none },
  'list the chat services': {
    request: request('GET', '/plugins/restapi/v1/chatservices', 'json'),
    numbers: none,
  },
  'the groups of a user': {
    request: request('GET', `${USERS_PATH}/user000${NUMBER}/groups`, 'json'),
    numbers: someUser,
  },
  'change a user': {
    request: request('PUT', `${USERS_PATH}/user000${NUMBER}`, 'json', { body: body(NUMBER) }),
    numbers: someUser,
  },
  'lock a user': {
    request: request('POST', `/plugins/restapi/v1/lockouts/user000${NUMBER}`, 'json'),
    numbers: someUser,
  },
  'list 10,000 users': { request: listUsers('json'), numbers: none },
  'read a user, JSON': { request: readUser('json'), numbers: someUser, hasTag: true },
  'read a user, XML': { request: readUser('xml'), numbers: someUser, hasTag: true },
};

/**
 * The API beside a former state of this repository, compiled in another folder, each on a database of
 * its own. Without the triggers of events, whose cost is a measure of its own.
 */
export async function measureFormer(
  bed: Bed,
  settings: Settings,
  folder: string,
): Promise<Figure[]> {
  await bed.sql('create database former');
  const former = () => bed.api(undefined, 'former', join(folder, 'apps/api/dist/main.js'));
  const before = await former();
  const now = await bed.api();
  const control = await former();
  await bed.fill(before, USERS, 'user');
  await bed.sql('vacuum analyze', 'former');
  await bed.sql(WITHOUT_EVENTS);
  const figures: Figure[] = [];
  for (const [what, { hasTag, ...job }] of Object.entries(JOBS)) {
    const connections = what.startsWith('list') ? 1 : 32;
    const run = (server: Server) => () =>
      sample(bed, server, { ...job, connections, until: { ms: settings.windowMs } });
    const samples = await inTurn(
      { before: run(before), now: run(now), control: run(control) },
      settings.rounds * MORE_ROUNDS,
    );
    const [was, is] = [cpu(samples.before), cpu(samples.now)];
    figures.push(
      {
        ...{ goal: hasTag ? '' : 'E', what: `${what}: CPU / former`, unit: 'x' },
        values: ratios(is, was),
        ...(hasTag ? {} : { atMost: AT_MOST }),
      },
      { goal: '', what: 'former / former', values: ratios(cpu(samples.control), was), unit: 'x' },
    );
  }
  return figures;
}
