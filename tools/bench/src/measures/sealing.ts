import type { Bed } from '../bed.js';
import { USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import { request, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { inTurn } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { rates, sample } from './window.js';

const CONNECTIONS = 16;
const OFFERED = 1000;
/** Windows have several passes of the sealer, which comes ten times as often as by default. */
const SEAL_SECONDS = '1';
const LONGER = 5;

/** Changes, each with an audit entry, while the log is sealed beside, each on a database of its own. */
export async function measureSealing(bed: Bed, settings: Settings): Promise<Figure[]> {
  const side = async (name: string, seconds: string): Promise<Server> => {
    await bed.sql(`create database ${name}`);
    const server = await bed.api(undefined, name, undefined, { AUDIT_SEAL_SECONDS: seconds });
    await bed.fill(server, USERS, 'user');
    await bed.sql('vacuum analyze', name);
    return server;
  };
  const [sealed, open, control] = [
    await side('sealed', SEAL_SECONDS),
    await side('open', '0'),
    await side('control', '0'),
  ];
  const seen = (perSecond?: number) => {
    const run = (server: Server) => (round: number) =>
      sample(bed, server, {
        request: request('PUT', `${USERS_PATH}/user000${NUMBER}`, 'json', {
          body: JSON.stringify({ name: `Name ${round} ${perSecond ?? 0}` }),
        }),
        numbers: { kind: 'random', below: USERS },
        connections: CONNECTIONS,
        until: { ms: settings.windowMs * LONGER },
        ...(perSecond !== undefined && { perSecond }),
      });
    const variants = { open: run(open), sealed: run(sealed), control: run(control) };
    return inTurn(variants, settings.rounds);
  };
  const offered = await seen(OFFERED);
  const unbound = await seen();
  const figures = (what: string, found: typeof offered, atLeast: number): Figure[] => [
    {
      ...{ goal: 'E22', what: `changes, ${what}: rate with the sealer / without`, unit: 'x' },
      ...{ values: ratios(rates(found.sealed), rates(found.open)), atLeast },
    },
    {
      ...{ goal: '', what: 'without / without', unit: 'x' },
      values: ratios(rates(found.control), rates(found.open)),
    },
    { goal: '', what: 'without: rate', values: rates(found.open), unit: '/s' },
  ];
  return [
    ...figures(`${OFFERED} a second offered`, offered, 0.95),
    ...figures('without bound', unbound, 0.85),
  ];
}
