import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import { apiPath, createUser, listUsers, request, USERS_PATH } from '../load/requests.js';
import { alternate } from '../rounds.js';
import { ratios } from '../statistics.js';
import { costOf } from './window.js';

/** Users, and entries of the audit log; the second directory has ten times as many. */
const FEW = 10_000;
const MANY = 10 * FEW;
const CONNECTIONS = 4;

interface Operation {
  readonly what: string;
  readonly requests: number;
  readonly request: string;
  /** of CPU in the larger directory to that in the smaller one */
  readonly atMost: number;
}

const read = (path: string): string => request('GET', path, 'json');

const OPERATIONS: readonly Operation[] = [
  {
    what: 'read a user',
    requests: 400,
    request: read(`${USERS_PATH}/person${NUMBER}`),
    atMost: 1.5,
  },
  {
    what: 'search, one hit',
    requests: 100,
    request: read(`${USERS_PATH}?search=${NUMBER}`),
    atMost: 1.5,
  },
  { what: 'create a user', requests: 100, request: createUser('json'), atMost: 1.5 },
  {
    what: 'delete a user',
    requests: 100,
    request: request('DELETE', `${USERS_PATH}/leaver${NUMBER}`, 'json'),
    atMost: 1.5,
  },
  { what: 'list all users', requests: 4, request: listUsers('json'), atMost: 11 },
  {
    what: 'the first page of the audit log',
    requests: 100,
    request: read(apiPath('/logs/security?limit=100')),
    atMost: 1.5,
  },
  {
    what: 'the audit entries of a user',
    requests: 100,
    request: read(apiPath(`/logs/security?username=actor7&limit=100`)),
    atMost: 1.5,
  },
];

/** CPU of API and database for the same request in two directories, each a database with an API of its own. */
export async function measureDirectory(bed: Bed, rounds: number): Promise<Figure[]> {
  const api = async (users: number) => {
    const name = `directory_${users}`;
    await bed.sql(`create database ${name}`);
    const server = await bed.api('fixed-keys', name);
    for (const text of dataOf(users, rounds + 1)) await bed.sql(text, name);
    return server;
  };
  const servers = { small: await api(FEW), big: await api(MANY) };
  const figures: Figure[] = [];
  for (const { what, requests, request, atMost } of OPERATIONS) {
    const window = (server: (typeof servers)['small']) => async (round: number) => {
      const { cpuMs } = await costOf(bed, server, {
        request,
        numbers: { kind: 'sequence', from: round * requests },
        connections: CONNECTIONS,
        until: { requests },
      });
      return cpuMs;
    };
    const { small, big } = await alternate(
      { small: window(servers.small), big: window(servers.big) },
      rounds,
    );
    const name = `${what}, ${MANY} / ${FEW} users and audit entries: CPU`;
    figures.push({ goal: 'G', what: name, values: ratios(big, small), unit: 'x', atMost });
    figures.push({ goal: '', what: `same, ${MANY}: CPU of one`, values: big, unit: 'ms' });
  }
  await bed.clear();
  return figures;
}

function dataOf(users: number, windows: number): readonly string[] {
  const deleted = OPERATIONS.find(({ what }) => what === 'delete a user')!.requests * windows;
  const accounts = (prefix: string, count: number) => `
    insert into account (username)
    select '${prefix}' || lpad(n::text, 8, '0') from generate_series(0, ${count - 1}) n`;
  return [
    accounts('person', users),
    accounts('leaver', deleted),
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'actor' || n % 100, now() - n * interval '1 minute', 'PUT user ola', 'node', 'outcome=200'
     from generate_series(1, ${users}) n`,
    'vacuum analyze',
  ];
}
