import type { Bed, Floor } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Format } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { cpu, rates, sample, type Sample } from './window.js';

/** A document that is read by its key. */
export interface PointRead {
  /** `a user` */
  readonly what: string;
  /** its F1 */
  readonly floor: Floor;
  /** upper bound of the random numbers in the request */
  readonly below: number;
  request(format: Format): string;
}

/** P1 to P4 and P2b, with the shared secret. @param api as shipped */
export async function measurePointReads(
  bed: Bed,
  settings: Settings,
  api: Server,
  { what, floor: floorName, below, request }: PointRead,
): Promise<Figure[]> {
  const single = await bed.api('single-reads');
  const floor = await bed.floor(floorName);
  const read = (server: Server, format: Format, connections: number) => () =>
    sample(bed, server, {
      request: request(format),
      numbers: { kind: 'random', below },
      connections,
      until: { ms: settings.windowMs },
    });

  const many = await alternate(
    {
      floorJson: read(floor, 'json', 32),
      apiJson: read(api, 'json', 32),
      singleJson: read(single, 'json', 32),
      floorXml: read(floor, 'xml', 32),
      apiXml: read(api, 'xml', 32),
      singleXml: read(single, 'xml', 32),
    },
    settings.rounds,
  );
  const pairs = [
    ['JSON', many.apiJson, many.singleJson, many.floorJson],
    ['XML', many.apiXml, many.singleXml, many.floorXml],
  ] as const;
  const figures = pairs.flatMap(([format, ours, alone, theirs]): Figure[] => [
    least('P1', `read ${what}, ${format}, 32 connections: rate / F1`, rate(ours, theirs), 1.3),
    least('P2', `same without coalescing, ${format}: rate / F1`, rate(alone, theirs), 0.8),
    most('P3', `read ${what}, ${format}: CPU / F1`, work(ours, theirs), 0.75),
    most('P3', `same without coalescing, ${format}: CPU / F1`, work(alone, theirs), 1.35),
  ]);
  figures.push(
    least('P4', `read ${what}: rate of XML / rate of JSON`, rate(many.apiXml, many.apiJson), 0.8),
    { goal: '', what: 'F1, JSON: CPU per request', values: cpu(many.floorJson), unit: 'µs' },
    { goal: '', what: 'F1, JSON: rate', values: rates(many.floorJson), unit: '/s' },
  );
  for (const connections of [1, 4]) {
    const few = await alternate(
      {
        floorJson: read(floor, 'json', connections),
        apiJson: read(api, 'json', connections),
        floorXml: read(floor, 'xml', connections),
        apiXml: read(api, 'xml', connections),
      },
      settings.rounds,
    );
    const label = connections === 1 ? '1 connection' : `${connections} connections`;
    // the goal for one connection is stricter than for a few
    const limit = connections === 1 ? 0.95 : 0.9;
    figures.push(
      least(
        'P2b',
        `read ${what}, JSON, ${label}: rate / F1`,
        rate(few.apiJson, few.floorJson),
        limit,
      ),
      least('P2b', `read ${what}, XML, ${label}: rate / F1`, rate(few.apiXml, few.floorXml), limit),
    );
  }
  return figures;
}

const rate = (above: readonly Sample[], below: readonly Sample[]) =>
  ratios(rates(above), rates(below));
const work = (above: readonly Sample[], below: readonly Sample[]) => ratios(cpu(above), cpu(below));

const least = (goal: string, what: string, values: readonly number[], atLeast: number): Figure => ({
  goal,
  what,
  values,
  unit: 'x',
  atLeast,
});

const most = (goal: string, what: string, values: readonly number[], atMost: number): Figure => ({
  goal,
  what,
  values,
  unit: 'x',
  atMost,
});
