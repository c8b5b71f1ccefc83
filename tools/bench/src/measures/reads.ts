import { type Bed, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { type Format, readUser, request, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { cpu, rates, sample } from './window.js';

/** One user, random among 10,000, by secret: P1 to P5. */
export async function measureReads(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api();
  const single = await bed.api('single-reads');
  const floor = await bed.floor('read-user');
  const constant = await bed.floor('constant');
  const read = (server: Server, format: Format, connections: number) => () =>
    sample(bed, server, {
      request: readUser(format),
      numbers: { kind: 'random', below: USERS },
      connections,
      until: { ms: settings.windowMs },
    });
  const options = (server: Server) => () =>
    sample(bed, server, {
      request: request('OPTIONS', USERS_PATH, 'json'),
      numbers: { kind: 'random', below: 1 },
      connections: 32,
      until: { ms: settings.windowMs / 2 },
    });

  const many = await alternate(
    {
      floorJson: read(floor, 'json', 32),
      apiJson: read(api, 'json', 32),
      singleJson: read(single, 'json', 32),
      floorXml: read(floor, 'xml', 32),
      apiXml: read(api, 'xml', 32),
      singleXml: read(single, 'xml', 32),
      constant: options(constant),
      options: options(api),
    },
    settings.rounds,
  );
  const rate = (a: typeof many.apiJson, b: typeof many.apiJson) => ratios(rates(a), rates(b));
  const work = (a: typeof many.apiJson, b: typeof many.apiJson) => ratios(cpu(a), cpu(b));
  const figures: Figure[] = [
    line(
      'P1',
      'read a user, JSON, 32 connections: rate / F1',
      rate(many.apiJson, many.floorJson),
      1.2,
    ),
    line(
      'P1',
      'read a user, XML, 32 connections: rate / F1',
      rate(many.apiXml, many.floorXml),
      1.2,
    ),
    line(
      'P2',
      'same without coalescing, JSON: rate / F1',
      rate(many.singleJson, many.floorJson),
      0.8,
    ),
    line('P2', 'same without coalescing, XML: rate / F1', rate(many.singleXml, many.floorXml), 0.8),
    most('P3', 'read a user, JSON: CPU / F1', work(many.apiJson, many.floorJson), 0.75),
    most('P3', 'read a user, XML: CPU / F1', work(many.apiXml, many.floorXml), 0.75),
    most(
      'P3',
      'same without coalescing, JSON: CPU / F1',
      work(many.singleJson, many.floorJson),
      1.35,
    ),
    most('P3', 'same without coalescing, XML: CPU / F1', work(many.singleXml, many.floorXml), 1.35),
    line('P4', 'read a user: rate of XML / rate of JSON', rate(many.apiXml, many.apiJson), 0.8),
    most('P5', 'OPTIONS, no database: CPU / F0', work(many.options, many.constant), 1.5),
    { goal: '', what: 'F1, JSON: CPU per request', values: cpu(many.floorJson), unit: 'µs' },
    { goal: '', what: 'F1, JSON: rate', values: rates(many.floorJson), unit: '/s' },
  ];
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
    // The goal for one connection is stricter than that for a few.
    const least = connections === 1 ? 0.8 : 0.7;
    figures.push(
      line(
        'P2b',
        `read a user, JSON, ${label}: rate / F1`,
        rate(few.apiJson, few.floorJson),
        least,
      ),
      line('P2b', `read a user, XML, ${label}: rate / F1`, rate(few.apiXml, few.floorXml), least),
    );
  }
  return figures;
}

const line = (goal: string, what: string, values: readonly number[], atLeast: number): Figure => ({
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
