import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import {
  createUser,
  listUsers,
  readUser,
  request,
  ROOMS_PATH,
  USERS_PATH,
  apiPath,
} from '../load/requests.js';
import { addMember, listRooms } from '../load/room-requests.js';
import { Ejabberd } from '../rivals/ejabberd.js';
import { FRIENDS, fillEjabberd, fillOurs, PEOPLE } from '../rivals/data.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { type Cost, costOf } from './window.js';

interface Workload {
  readonly what: string;
  readonly connections: number;
  /** of a window; every one has a number of its own */
  readonly requests: number;
  readonly ours: string;
  readonly theirs: string;
}

const HOST = 'example.org';
const ROOM = { name: 'crew', service: `conference.${HOST}` };
const theirs = (command: string, given: object): string =>
  request('POST', `/api/${command}`, 'json', { body: JSON.stringify(given), noSecret: true });
const of = (method: string, path: string, body?: object): string =>
  request(method, path, 'json', body ? { body: JSON.stringify(body) } : {});
const readTheirs = theirs('get_vcard', { user: `user000${NUMBER}`, host: HOST, name: 'NICKNAME' });

/** What both can do. ejabberd has no user record: a field of the vCard stands for it. */
const WORKLOADS: readonly Workload[] = [
  {
    what: 'read a user',
    connections: 1,
    requests: 500,
    ours: readUser('json'),
    theirs: readTheirs,
  },
  {
    what: 'read a user',
    connections: 32,
    // six windows stay among the 10,000 users
    requests: 1_500,
    ours: readUser('json'),
    theirs: readTheirs,
  },
  {
    what: 'list all users',
    connections: 1,
    requests: 5,
    ours: listUsers('json'),
    theirs: theirs('registered_users', { host: HOST }),
  },
  {
    what: 'create a user',
    connections: 32,
    requests: 200,
    ours: createUser('json'),
    theirs: theirs('register', { user: `made${NUMBER}`, host: HOST, password: 'of a user' }),
  },
  {
    what: 'delete a user',
    connections: 8,
    requests: 200,
    ours: of('DELETE', `${USERS_PATH}/doomed${NUMBER}`),
    theirs: theirs('unregister', { user: `doomed${NUMBER}`, host: HOST }),
  },
  {
    what: 'add a roster item',
    connections: 32,
    requests: 300,
    ours: of('POST', `${USERS_PATH}/busy/roster`, {
      jid: `new${NUMBER}@${HOST}`,
      nickname: 'New',
      subscriptionType: 3,
      groups: { group: ['Friends'] },
    }),
    theirs: theirs('add_rosteritem', {
      localuser: 'busy',
      localserver: HOST,
      user: `new${NUMBER}`,
      server: HOST,
      nick: 'New',
      group: 'Friends',
      subs: 'both',
    }),
  },
  {
    what: `list a roster of ${FRIENDS}`,
    connections: 8,
    requests: 300,
    ours: of('GET', `${USERS_PATH}/popular/roster`),
    theirs: theirs('get_roster', { user: 'popular', server: HOST }),
  },
  {
    what: `read a room, ${PEOPLE} people (theirs: its options alone)`,
    connections: 32,
    requests: 1_000,
    ours: of('GET', `${ROOMS_PATH}/crew`),
    theirs: theirs('get_room_options', ROOM),
  },
  {
    what: `read the members of a room, ${PEOPLE} people`,
    connections: 32,
    requests: 1_000,
    ours: of('GET', `${ROOMS_PATH}/crew/members`),
    theirs: theirs('get_room_affiliations', ROOM),
  },
  {
    what: 'create a room',
    connections: 32,
    requests: 300,
    ours: of('POST', ROOMS_PATH, {
      roomName: `new${NUMBER}`,
      naturalName: 'New',
      description: 'New room',
      persistent: true,
    }),
    theirs: theirs('create_room_with_opts', {
      name: `new${NUMBER}`,
      service: ROOM.service,
      host: HOST,
      options: [
        { name: 'title', value: 'New' },
        { name: 'description', value: 'New room' },
        { name: 'persistent', value: 'true' },
      ],
    }),
  },
  {
    what: 'list all rooms (theirs: names alone)',
    connections: 1,
    requests: 10,
    ours: listRooms('json', 'conference'),
    theirs: theirs('muc_online_rooms', { service: ROOM.service }),
  },
  {
    what: 'set an affiliation',
    connections: 32,
    requests: 500,
    ours: addMember('guest', 'crew'),
    theirs: theirs('set_room_affiliation', {
      ...ROOM,
      jid: `guest${NUMBER}@${HOST}`,
      affiliation: 'member',
    }),
  },
  {
    what: `read a group of ${PEOPLE} (theirs: its members alone)`,
    connections: 32,
    requests: 1_000,
    ours: of('GET', apiPath('/groups/crew')),
    theirs: theirs('srg_get_members', { group: 'crew', host: HOST }),
  },
  {
    what: 'add a member to a group',
    connections: 32,
    requests: 300,
    ours: of('POST', `${USERS_PATH}/joiner${NUMBER}/groups/crowd`),
    theirs: theirs('srg_user_add', {
      user: `joiner${NUMBER}`,
      host: HOST,
      group: 'crowd',
      grouphost: HOST,
    }),
  },
  {
    what: 'sessions, nobody online',
    connections: 8,
    requests: 1_000,
    ours: of('GET', apiPath('/sessions')),
    theirs: theirs('connected_users', {}),
  },
  {
    what: 'lock an account (theirs: ban)',
    connections: 8,
    requests: 200,
    ours: of('POST', apiPath(`/lockouts/locked${NUMBER}`)),
    theirs: theirs('ban_account', { user: `locked${NUMBER}`, host: HOST, reason: 'bench' }),
  },
];

/** The API and ejabberd, both with everything in the same PostgreSQL, in turns. */
export async function measureRivals(bed: Bed, settings: Settings): Promise<Figure[]> {
  const rounds = Math.min(settings.rounds, 5);
  const most = Math.max(...WORKLOADS.map(({ requests }) => requests)) * (rounds + 1);
  await fillOurs(bed, most);
  const ejabberd = await Ejabberd.start(bed);
  await fillEjabberd(bed, ejabberd, most);
  await bed.sql('vacuum analyze');
  await bed.sql('vacuum analyze', Ejabberd.DATABASE);
  const api = await bed.api();
  const figures: Figure[] = [];
  for (const workload of WORKLOADS) {
    const { us, them } = await alternate(
      {
        us: (round) => costOf(bed, api, { ...jobOf(workload, round), request: workload.ours }),
        them: (round) => theirCost(bed, ejabberd, workload, round),
      },
      rounds,
    );
    const name = `${workload.what}, ${workload.connections} at once`;
    const rate = ratios(us.map(rateOf), them.map(rateOf));
    const cpu = ratios(us.map(cpuMsOf), them.map(cpuMsOf));
    figures.push(
      { goal: 'R', what: `${name}: rate / ejabberd`, values: rate, unit: 'x', atLeast: 1 },
      { goal: 'R', what: `${name}: CPU / ejabberd`, values: cpu, unit: 'x', atMost: 1 },
      { goal: '', what: 'same: CPU of one', values: us.map(cpuMsOf), unit: 'ms' },
    );
  }
  return figures;
}

const rateOf = ({ rate }: Cost): number => rate;
const cpuMsOf = ({ cpuMs }: Cost): number => cpuMs;

const jobOf = ({ connections, requests }: Workload, round: number) =>
  ({
    numbers: { kind: 'sequence', from: round * requests },
    connections,
    until: { requests },
  }) as const;

async function theirCost(
  bed: Bed,
  ejabberd: Ejabberd,
  workload: Workload,
  round: number,
): Promise<Cost> {
  const cpuMs = async () => (await bed.postgresCpuMs()) + (await ejabberd.cpuMs());
  const before = await cpuMs();
  const result = await bed.load({
    ...jobOf(workload, round),
    port: ejabberd.port,
    request: workload.theirs,
  });
  return {
    rate: result.requests / result.seconds,
    cpuMs: ((await cpuMs()) - before) / result.requests,
  };
}
