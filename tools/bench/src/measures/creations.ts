import { type Bed, DERIVE_ITERATIONS } from '../bed.js';
import type { Figure } from '../figures.js';
import { createUser, type Format } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { cpu, rates, sample } from './window.js';

/** More than fit into any window. */
const NUMBERS_PER_WINDOW = 100_000;

/**
 * Creates a user with three properties and its audit entry: P6, then P7 with the same processes,
 * whose code has been JIT-compiled by then. Processes that derive keys serve too few requests to
 * get there by themselves.
 */
export async function measureCreations(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api('fixed-keys');
  const floor = await bed.floor('create-user');
  const create = (server: Server, format: Format, connections: number) => () =>
    sample(bed, server, {
      request: createUser(format),
      numbers: bed.numbers(NUMBERS_PER_WINDOW),
      connections,
      until: { ms: settings.windowMs },
    });

  const plain = await alternate(
    {
      floorJson: create(floor, 'json', 32),
      apiJson: create(api, 'json', 32),
      floorXml: create(floor, 'xml', 32),
      apiXml: create(api, 'xml', 32),
    },
    settings.rounds,
  );
  const alone = await alternate(
    { floor: create(floor, 'json', 1), api: create(api, 'json', 1) },
    settings.rounds,
  );
  await Promise.all([api, floor].map((server) => server.deriveKeys(DERIVE_ITERATIONS)));
  const derived = await alternate(
    {
      floorJson: create(floor, 'json', 32),
      apiJson: create(api, 'json', 32),
      floorXml: create(floor, 'xml', 32),
      apiXml: create(api, 'xml', 32),
    },
    settings.rounds,
  );
  const rate = (above: typeof plain.apiJson, below: typeof plain.apiJson) =>
    ratios(rates(above), rates(below));
  const line = (what: string, values: readonly number[], goal = '', atLeast?: number): Figure => ({
    goal,
    what,
    values,
    unit: 'x',
    ...(atLeast === undefined ? {} : { atLeast }),
  });
  return [
    line(
      'create a user, JSON, no derivation: rate / F2',
      rate(plain.apiJson, plain.floorJson),
      'P6',
      0.85,
    ),
    line(
      'create a user, XML, no derivation: rate / F2',
      rate(plain.apiXml, plain.floorXml),
      'P6',
      0.85,
    ),
    line('same, JSON: CPU / F2', ratios(cpu(plain.apiJson), cpu(plain.floorJson))),
    line('same, XML: CPU / F2', ratios(cpu(plain.apiXml), cpu(plain.floorXml))),
    line('same, JSON, 1 connection: rate / F2', rate(alone.api, alone.floor)),
    line(
      'create a user, JSON: rate / F2 with derivation',
      rate(derived.apiJson, derived.floorJson),
      'P7',
      0.9,
    ),
    line(
      'create a user, XML: rate / F2 with derivation',
      rate(derived.apiXml, derived.floorXml),
      'P7',
      0.9,
    ),
    line(
      'same, JSON: CPU / F2 with derivation',
      ratios(cpu(derived.apiJson), cpu(derived.floorJson)),
    ),
    { goal: '', what: 'F2, JSON: rate', values: rates(plain.floorJson), unit: '/s' },
    {
      goal: '',
      what: 'F2 with derivation, JSON: rate',
      values: rates(derived.floorJson),
      unit: '/s',
    },
  ];
}
