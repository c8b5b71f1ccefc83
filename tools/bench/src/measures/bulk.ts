import { availableParallelism } from 'node:os';
import { type Bed, DERIVE_ITERATIONS } from '../bed.js';
import type { Figure } from '../figures.js';
import { createUsers, type Format } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';

const COUNT = 1000;

/**
 * 1,000 users in one request: P8. The time beyond F5 is measured by a request that derives nothing:
 * the difference between two times of seconds says little about milliseconds.
 */
export async function measureBulk(bed: Bed, settings: Settings): Promise<Figure[]> {
  const api = await bed.api();
  const fixed = await bed.api('fixed-keys');
  const script = bed.script();
  const derivation = {
    count: COUNT,
    concurrency: availableParallelism(),
    iterations: DERIVE_ITERATIONS,
  };
  const bulk = (server: Server, format: Format) => async () => {
    const { p50Ms } = await bed.load({
      port: server.port,
      request: createUsers(format, COUNT),
      numbers: bed.numbers(1),
      connections: 1,
      until: { requests: 1 },
    });
    return p50Ms;
  };
  const insert = async () => {
    const prefix = `script${bed.numbers(1).from}`;
    return script.ask<number>('insert', { prefix, count: COUNT });
  };
  const times = await alternate(
    {
      insert,
      fixedJson: bulk(fixed, 'json'),
      fixedXml: bulk(fixed, 'xml'),
      derive: () => script.ask<number>('derive', derivation),
      json: bulk(api, 'json'),
      xml: bulk(api, 'xml'),
    },
    settings.rounds,
  );
  const beyond = (whole: readonly number[]) =>
    ratios(
      whole.map((ms, round) => ms - times.derive[round]!),
      times.insert,
    );
  const goal = { goal: 'P8', unit: 'x', atMost: 3 } as const;
  const detail = { goal: '', unit: 'x' } as const;
  return [
    {
      ...goal,
      what: 'bulk of 1,000, JSON, no derivation: time / F3',
      values: ratios(times.fixedJson, times.insert),
    },
    {
      ...goal,
      what: 'bulk of 1,000, XML, no derivation: time / F3',
      values: ratios(times.fixedXml, times.insert),
    },
    { ...detail, what: 'bulk of 1,000, JSON: time beyond F5 / F3', values: beyond(times.json) },
    { ...detail, what: 'bulk of 1,000, XML: time beyond F5 / F3', values: beyond(times.xml) },
    {
      ...detail,
      what: 'bulk of 1,000, JSON: whole time / F5',
      values: ratios(times.json, times.derive),
    },
    {
      ...detail,
      what: 'bulk of 1,000, XML: whole time / F5',
      values: ratios(times.xml, times.derive),
    },
    { goal: '', what: 'F3: time', values: times.insert, unit: 'ms' },
    { goal: '', what: 'F5, 1,000 passwords: time', values: times.derive, unit: 'ms' },
  ];
}
