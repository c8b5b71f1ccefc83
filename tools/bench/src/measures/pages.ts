import { Agent, get } from 'node:http';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER, NUMBER_WIDTH } from '../load/load-job.js';
import { request, SECRET, USERS_PATH, userText } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { inTurn } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { costOf } from './window.js';

const DATABASE = 'pages';
const LIMIT = 100;
const WRITERS = 8;
const REQUESTS = 200;
/** No divisor of the number of blocks, so that each is met before the first comes again. */
const STRIDE = 37;
/** Pages at the beginning, and at the end, of a walk. */
const SHARE = 0.05;

const FIRST_PAGE = `${USERS_PATH}?limit=${LIMIT}`;

/**
 * Users in pages, from the first to the last, while others add users everywhere between.
 * Contract: extensions E1.4, line 1
 */
export async function measurePages(bed: Bed, settings: Settings): Promise<Figure[]> {
  const users = settings.pagedUsers;
  await bed.sql(`create database ${DATABASE}`);
  const api = await bed.api('fixed-keys', DATABASE);
  for (let from = 0; from < users; from += users / 20)
    await bed.sql(accounts(from, users / 20), DATABASE);
  await bed.sql('vacuum analyze account', DATABASE);
  const walk = await walkBesideWriters(bed, api, users);
  await bed.sql('vacuum analyze account', DATABASE);
  const costs = await inTurn(
    { first: costOfPage(bed, api, FIRST_PAGE), last: costOfPage(bed, api, walk.lastFull) },
    settings.rounds,
  );
  const pages = (users / LIMIT).toLocaleString('en');
  const count = users.toLocaleString('en');
  return [
    {
      goal: 'E1',
      what: `${count} users in pages, ${WRITERS} writers: not shown once`,
      values: [walk.faults],
      unit: '',
      atMost: 0,
    },
    { goal: '', what: 'users added meanwhile', values: [walk.added], unit: '' },
    {
      goal: '',
      what: 'time of a page at the end / at the beginning of that walk',
      values: [walk.slower],
      unit: 'x',
    },
    {
      goal: 'E1',
      what: `page ${pages} / page 1: CPU of API and PostgreSQL`,
      values: ratios(costs.last, costs.first),
      unit: 'x',
      atMost: 2,
    },
    { goal: '', what: 'page 1: CPU of API and PostgreSQL', values: costs.first, unit: 'ms' },
  ];
}

const accounts = (from: number, count: number): string => `
  set session_replication_role = replica;
  insert into account (username, name, email)
  select 'person' || lpad(n::text, ${NUMBER_WIDTH}, '0'), 'Name of ' || n, n || '@mail.example'
  from generate_series(${from}, ${from + count - 1}) n`;

const costOfPage = (bed: Bed, api: Server, address: string) => async () => {
  const job = {
    request: request('GET', address, 'json'),
    connections: 1,
    until: { requests: REQUESTS },
  };
  return (await costOf(bed, api, { ...job, numbers: { kind: 'random', below: 1 } })).cpuMs;
};

interface Walk {
  /** users who were there all the time and were shown more or less than once */
  readonly faults: number;
  readonly added: number;
  /** time of the last pages to that of the first */
  readonly slower: number;
  readonly lastFull: string;
}

async function walkBesideWriters(bed: Bed, api: Server, users: number): Promise<Walk> {
  let isWalking = true;
  let added = 0;
  const writing = async (): Promise<void> => {
    for (let block = 0; isWalking; block += STRIDE) {
      const from = (block * REQUESTS) % users;
      await bed.load(
        {
          ...{ port: api.port, request: addBehind, numbers: { kind: 'sequence', from } },
          ...{ connections: WRITERS, until: { requests: REQUESTS } },
        },
        1,
      );
      added += REQUESTS;
    }
  };
  const writers = writing();
  try {
    return { ...(await walk(api.port, users)), added };
  } finally {
    isWalking = false;
    await writers;
  }
}

/** A user behind each of those who are there. */
const addBehind = request('POST', USERS_PATH, 'json', {
  body: userText('json', `person${NUMBER}x`),
});

async function walk(port: number, users: number): Promise<Omit<Walk, 'added'>> {
  const shown = new Uint8Array(users);
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [address, lastFull] = [FIRST_PAGE as string | null, FIRST_PAGE];
  while (address !== null) {
    const begin = performance.now();
    const { usernames, next } = await page(agent, port, address);
    times.push(performance.now() - begin);
    for (const username of usernames) {
      const number = Number(/^person(\d+)$/.exec(username)?.[1] ?? Number.NaN);
      if (!Number.isNaN(number)) shown[number]! += 1;
    }
    if (usernames.length === LIMIT) lastFull = address;
    address = next;
  }
  agent.destroy();
  const faults = shown.reduce((sum, times) => sum + (times === 1 ? 0 : 1), 0);
  const part = Math.ceil(times.length * SHARE);
  const total = (some: readonly number[]) => some.reduce((sum, ms) => sum + ms, 0);
  return { faults, lastFull, slower: total(times.slice(-part)) / total(times.slice(0, part)) };
}

interface Page {
  readonly usernames: readonly string[];
  readonly next: string | null;
}

function page(agent: Agent, port: number, path: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: SECRET, Accept: 'application/json' };
    get({ agent, port, path, headers, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) return reject(new Error(text));
        const { users } = JSON.parse(text) as { users: { username: string }[] };
        const [, next] = /^<([^>]+)>/.exec(String(response.headers['link'] ?? '')) ?? [];
        resolve({ usernames: users.map(({ username }) => username), next: next ?? null });
      });
    }).once('error', reject);
  });
}
