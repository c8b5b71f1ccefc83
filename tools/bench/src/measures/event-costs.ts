import type { Bed } from '../bed.js';
import { USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import type { LoadJob } from '../load/load-job.js';
import { request, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { inTurn } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { costOf } from './window.js';

/** Windows are short and many, because a few percent are looked for. */
const MORE_ROUNDS = 3;
const CONNECTIONS = 8;

/** Those that write events of changes. */
export const WITHOUT_EVENTS = `
  do $$ declare one record;
  begin
    for one in
      select tgrelid::regclass as changed, tgname from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname like '%\\_events' and not tgisinternal
    loop
      execute format('alter table %s disable trigger %I', one.changed, one.tgname);
    end loop;
  end $$`;

type Job = Omit<LoadJob, 'port' | 'connections' | 'until'>;

/** By round, since a request that changes nothing has no event. */
const JOBS: Readonly<Record<string, (round: number) => Job>> = {
  'change a user': (round) => ({
    request: request('PUT', `${USERS_PATH}/user000${NUMBER}`, 'json', {
      body: JSON.stringify({ name: `Name ${round}` }),
    }),
    numbers: { kind: 'random', below: USERS },
  }),
};

/** A change with the triggers of events, and the publisher behind it, beside one without, each on a database of its own. */
export async function measureEventCosts(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.sql('create database silent');
  const [silent, control] = [
    await bed.api(undefined, 'silent'),
    await bed.api(undefined, 'silent'),
  ];
  const told = await bed.api();
  await bed.fill(silent, USERS, 'user');
  await bed.sql(WITHOUT_EVENTS, 'silent');
  await bed.sql('vacuum analyze', 'silent');
  const figures: Figure[] = [];
  for (const [what, jobOf] of Object.entries(JOBS)) {
    const run = (server: Server) => (round: number) => {
      const until = { ms: settings.windowMs };
      return costOf(bed, server, { ...jobOf(round), connections: CONNECTIONS, until });
    };
    const costs = await inTurn(
      { silent: run(silent), told: run(told), control: run(control) },
      settings.rounds * MORE_ROUNDS,
    );
    const cpu = (name: keyof typeof costs) => costs[name].map(({ cpuMs }) => cpuMs);
    figures.push(
      {
        ...{ goal: 'E8', what: `${what}: CPU with events / without`, unit: 'x' },
        ...{ values: ratios(cpu('told'), cpu('silent')), atMost: 1.15 },
      },
      {
        ...{ goal: '', what: 'without / without', unit: 'x' },
        values: ratios(cpu('control'), cpu('silent')),
      },
    );
  }
  return figures;
}
