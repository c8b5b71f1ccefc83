import { type Bed, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { type Format, listUsers, readUser } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { type Sample, sample } from './window.js';

const LIST = { numbers: { kind: 'random', below: 1 }, connections: 1 } as const;

/** All 10,000 users, one client: P10 and P11. And what others notice of it: P12. */
export async function measureLists(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api();
  const floor = await bed.floor('list-users');
  const list = (server: Server, format: Format) => () =>
    sample(
      bed,
      server,
      { ...LIST, request: listUsers(format), until: { requests: 1 } },
      { watch: true },
    );
  const read = () =>
    sample(bed, api, {
      request: readUser('json'),
      numbers: { kind: 'random', below: USERS },
      connections: 4,
      pauseMs: 2,
      until: { ms: settings.windowMs * 2 },
    });
  // What the process holds after ordinary requests is what lists add to.
  const { usage: before } = await read();
  const lists = await alternate(
    {
      floorJson: list(floor, 'json'),
      apiJson: list(api, 'json'),
      floorXml: list(floor, 'xml'),
      apiXml: list(api, 'xml'),
    },
    settings.lists,
  );
  const total = (samples: readonly Sample[]) => samples.map(({ p50Ms }) => p50Ms);
  const gap = (samples: readonly Sample[]) => samples.map(({ usage }) => usage.loopGapMs);
  const first = (samples: readonly Sample[]) =>
    samples.map(({ firstByteP50Ms, p50Ms }) => (100 * firstByteP50Ms) / p50Ms);
  const peak = Math.max(...[...lists.apiJson, ...lists.apiXml].map(({ usage }) => usage.rssPeak));
  const pairs = [
    ['JSON', lists.apiJson, lists.floorJson],
    ['XML', lists.apiXml, lists.floorXml],
  ] as const;
  const figures = pairs.flatMap(([format, ours, theirs]): Figure[] => [
    {
      goal: 'P10',
      what: `list 10,000, ${format}: time / F4`,
      values: ratios(total(ours), total(theirs)),
      unit: 'x',
      atMost: 1.25,
    },
    {
      goal: 'P11',
      what: `same, ${format}: first byte after`,
      values: first(ours),
      unit: '%',
      atMost: 5,
    },
    {
      goal: 'P11',
      what: `same, ${format}: longest stop of the loop`,
      values: gap(ours),
      unit: 'ms',
      atMost: 15,
    },
    {
      goal: '',
      what: `same, ${format}: longest stop of the loop of F4`,
      values: gap(theirs),
      unit: 'ms',
    },
    { goal: '', what: `F4, ${format}: time`, values: total(theirs), unit: 'ms' },
  ]);
  figures.push(
    {
      goal: 'P11',
      what: 'most memory of all lists, beyond idle',
      values: [peak - before.rssPeak],
      unit: 'MiB',
      atMost: 64,
    },
    { goal: '', what: 'api at idle: memory', values: [before.rssPeak], unit: 'MiB' },
  );
  return [...figures, ...(await measureNeighbours(bed, settings, api, read))];
}

async function measureNeighbours(
  bed: Bed,
  settings: Settings,
  api: Server,
  read: () => Promise<Sample>,
): Promise<Figure[]> {
  const whileListing = async () => {
    const until = { ms: settings.windowMs * 2 };
    const listing = bed.load({ ...LIST, port: api.port, request: listUsers('xml'), until }, 1);
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
