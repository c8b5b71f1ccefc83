import type { Bed, Floor } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Format } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { cpu, type Sample, sample } from './window.js';

/** The load settings of whole lists. */
export const ONE_CLIENT = { numbers: { kind: 'random', below: 1 }, connections: 1 } as const;

/** 10,000 entries as one document. */
export interface WholeList {
  /** `10,000 users` */
  readonly what: string;
  /** its F4 */
  readonly floor: Floor;
  request(format: Format): string;
}

/**
 * P10 and P11. @param idle memory of the API after ordinary requests, to which lists add, in MiB
 */
export async function measureWholeLists(
  bed: Bed,
  settings: Settings,
  api: Server,
  idle: number,
  { what, floor: floorName, request }: WholeList,
): Promise<Figure[]> {
  const floor = await bed.floor(floorName);
  const list = (server: Server, format: Format) => () =>
    sample(
      bed,
      server,
      { ...ONE_CLIENT, request: request(format), until: { requests: 1 } },
      { watch: true },
    );
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
      what: `list ${what}, ${format}: time / F4`,
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
    {
      goal: '',
      what: `same, ${format}: CPU of the API / F4`,
      values: ratios(cpu(ours), cpu(theirs)),
      unit: 'x',
    },
    { goal: '', what: `F4, ${format}: time`, values: total(theirs), unit: 'ms' },
  ]);
  figures.push(
    {
      goal: 'P11',
      what: 'most memory of all lists, beyond idle',
      values: [peak - idle],
      unit: 'MiB',
      atMost: 64,
    },
    { goal: '', what: 'api at idle: memory', values: [idle], unit: 'MiB' },
  );
  return figures;
}
