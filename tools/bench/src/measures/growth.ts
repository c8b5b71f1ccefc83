import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER, NUMBER_WIDTH } from '../load/load-job.js';
import { addMember } from '../load/room-requests.js';
import { apiPath, request, ROOMS_PATH, USERS_PATH } from '../load/requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { measureDirectory } from './directory-growth.js';
import { costOf } from './window.js';

/** Of an operation in one window; every one has a number of its own, and its answer is 2xx. */
const REQUESTS = 40;
const CONNECTIONS = 4;

interface Operation {
  readonly what: string;
  /** how large it is in the one case and in the other */
  readonly sizes: readonly [number, number];
  readonly request: (size: number) => string;
  /** of CPU at the larger size to that at the smaller one */
  readonly atMost: number;
}

const path = (size: number): string => `grown${String(size).padStart(NUMBER_WIDTH, '0')}`;
const people = (size: number): string => `${size}.${NUMBER}`;

/** In this order: whoever is added to a room is removed, whoever joins a shared group gets another name there, and is deleted. */
const OPERATIONS: readonly Operation[] = [
  {
    what: 'add a member to a room',
    sizes: [100, 20_000],
    request: (size) => addMember('guest', path(size)),
    atMost: 1.5,
  },
  {
    what: 'remove a member from a room',
    sizes: [100, 20_000],
    request: (size) =>
      request('DELETE', `${ROOMS_PATH}/${path(size)}/members/guest${NUMBER}`, 'json'),
    atMost: 1.5,
  },
  {
    what: 'join a shared group',
    sizes: [20, 20_000],
    request: (size) =>
      request('POST', `${USERS_PATH}/joiner${people(size)}/groups/${path(size)}`, 'json'),
    atMost: 2,
  },
  {
    what: 'give another name to somebody of a shared group',
    sizes: [20, 20_000],
    request: (size) =>
      request('PUT', `${USERS_PATH}/joiner${people(size)}`, 'json', {
        body: JSON.stringify({ name: 'Somebody else' }),
      }),
    atMost: 2,
  },
  {
    what: 'delete a user who is in a shared group',
    sizes: [20, 20_000],
    request: (size) => request('DELETE', `${USERS_PATH}/joiner${people(size)}`, 'json'),
    atMost: 2,
  },
  {
    what: 'delete a user who is in rooms',
    sizes: [2, 20],
    request: (size) => request('DELETE', `${USERS_PATH}/leaver${people(size)}`, 'json'),
    atMost: 3,
  },
  {
    what: 'add a roster item',
    sizes: [200, 5_000],
    request: (size) =>
      request('POST', `${USERS_PATH}/friend${size}/roster`, 'json', {
        body: JSON.stringify({ jid: `new${NUMBER}@example.org`, subscriptionType: 3 }),
      }),
    atMost: 1.5,
  },
  {
    what: 'list a roster',
    sizes: [200, 5_000],
    request: (size) => request('GET', `${USERS_PATH}/friend${size}/roster`, 'json'),
    atMost: 25,
  },
  {
    what: 'read a group',
    sizes: [20, 20_000],
    request: (size) => request('GET', apiPath(`/groups/${path(size)}`), 'json'),
    atMost: 1_000,
  },
  {
    what: 'read the members of a room',
    sizes: [100, 20_000],
    request: (size) => request('GET', `${ROOMS_PATH}/${path(size)}/members`, 'json'),
    atMost: 200,
  },
  {
    what: 'list the groups of a user',
    sizes: [20, 2_000],
    request: (size) => request('GET', `${USERS_PATH}/organised${size}/groups`, 'json'),
    atMost: 100,
  },
  {
    what: 'join a group, for a user of many groups',
    sizes: [20, 2_000],
    request: (size) =>
      request('POST', `${USERS_PATH}/organised${size}/groups/club${NUMBER}`, 'json'),
    atMost: 1.5,
  },
];

/** CPU of API and database for the same request at two sizes of what it touches. */
export async function measureGrowth(bed: Bed, settings: Settings): Promise<Figure[]> {
  const rounds = Math.min(settings.rounds, 5);
  const figures = await measureDirectory(bed, rounds);
  const api = await bed.api();
  for (const text of dataOf(REQUESTS * (rounds + 1))) await bed.sql(text);
  for (const { what, sizes, request, atMost } of OPERATIONS) {
    const [few, many] = sizes;
    const window = (size: number) => async (round: number) => {
      const { cpuMs } = await costOf(bed, api, {
        request: request(size),
        numbers: { kind: 'sequence', from: round * REQUESTS },
        connections: CONNECTIONS,
        until: { requests: REQUESTS },
      });
      return cpuMs;
    };
    const { small, big } = await alternate({ small: window(few), big: window(many) }, rounds);
    const name = `${what}, ${many} / ${few}: CPU`;
    figures.push({ goal: 'G', what: name, values: ratios(big, small), unit: 'x', atMost });
    figures.push({ goal: '', what: `same, ${many}: CPU of one`, values: big, unit: 'ms' });
  }
  return figures;
}

const numbered = (prefix: string, count: number, start = 0) =>
  `(select '${prefix}' || lpad(n::text, ${NUMBER_WIDTH}, '0') as name
    from generate_series(${start}, ${start + count - 1}) n) given`;

const accounts = (prefix: string, count: number) => `
  insert into account (username)
  select name from ${numbered(prefix, count)}`;

const room = (size: number) => `
  with made as (
    insert into room (service, name, creation_date, modification_date)
    values ('conference', '${path(size)}', now(), now()) returning id
  )
  insert into room_affiliation (room_id, jid, affiliation)
  select id, 'zoe@example.org', 'owner' from made
  union all
  select id, name || '@example.org', 'member' from made, ${numbered('person', size)}`;

const group = (size: number) => `
  with made as (
    insert into user_group (name, shared) values ('${path(size)}', true) returning name
  )
  insert into group_member (group_name, jid, is_admin)
  select made.name, given.name || '@example.org', false from made, ${numbered('person', size)}`;

const rooms = (owners: number, size: number) => `
  insert into room_affiliation (room_id, jid, affiliation)
  select room.id, given.name || '@example.org', 'member'
  from ${numbered(`leaver${size}.`, owners)},
    (select id from room where name like 'place%' order by id limit ${size}) room`;

const roster = (size: number) => `
  insert into roster_item (owner, jid, subscription, groups)
  select 'friend${size}', name || '@example.org', 3, '{}' from ${numbered('contact', size)}`;

const clubs = (prefix: string, count: number) => `
  insert into user_group (name, shared) select name, false from ${numbered(prefix, count)}`;

const organised = (size: number) => [
  `insert into account (username) values ('organised${size}')`,
  clubs(`of${size}.`, size),
  `insert into group_member (group_name, jid, is_admin)
   select name, 'organised${size}@example.org', false from ${numbered(`of${size}.`, size)}`,
];

/** Everything that is touched, at both of its sizes. */
function dataOf(windows: number): readonly string[] {
  const sizes = (what: string) => OPERATIONS.find((one) => one.what === what)!.sizes;
  return [
    `insert into chat_service (name, hidden) values ('conference', false) on conflict do nothing`,
    ...sizes('add a member to a room').map(room),
    accounts('person', 20_000),
    ...sizes('join a shared group').flatMap((size) => [
      group(size),
      accounts(`joiner${size}.`, windows),
    ]),
    `insert into room (service, name, creation_date, modification_date)
     select 'conference', name, now(), now() from ${numbered('place', 20)}`,
    ...sizes('delete a user who is in rooms').flatMap((size) => [
      accounts(`leaver${size}.`, windows),
      rooms(windows, size),
    ]),
    ...sizes('add a roster item').flatMap((size) => [
      `insert into account (username)
       values ('friend${size}')`,
      roster(size),
    ]),
    ...sizes('list the groups of a user').flatMap(organised),
    clubs('club', windows),
    'vacuum analyze',
  ];
}
