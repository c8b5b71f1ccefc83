import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Format } from '../load/requests.js';
import { createRooms } from '../load/room-requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { readingTimes } from './parsing.js';

const COUNT = 1000;

/** 1,000 rooms of ten people in one request: P9. Reading the document: P13. */
export async function measureRoomBulk(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.fillRooms(settings.manyRooms);
  const api = await bed.api();
  const script = bed.script();
  const bulk = (format: Format) => async () => {
    const { p50Ms } = await bed.load({
      port: api.port,
      request: createRooms(format, COUNT),
      numbers: bed.numbers(1),
      connections: 1,
      until: { requests: 1 },
    });
    return p50Ms;
  };
  const insert = async () => {
    const prefix = `script${bed.numbers(1).from}`;
    return script.ask<number>('insertRooms', { prefix, count: COUNT });
  };
  const times = await alternate(
    { insert, json: bulk('json'), xml: bulk('xml') },
    settings.rounds * 2,
  );
  const parsing = await readingTimes(bed, settings, { of: 'rooms', count: COUNT }, [
    'alone',
    'read',
  ]);
  return [
    {
      goal: 'P9',
      what: 'bulk of 1,000 rooms, XML: time / F3',
      values: ratios(times.xml, times.insert),
      unit: 'x',
      atMost: 1.6,
    },
    {
      goal: '',
      what: 'bulk of 1,000 rooms, JSON: time / F3',
      values: ratios(times.json, times.insert),
      unit: 'x',
    },
    { goal: '', what: 'F3, 1,000 rooms: time', values: times.insert, unit: 'ms' },
    {
      goal: 'P13',
      what: 'XML of 1,000 rooms: CPU of reading / saxes alone',
      values: ratios(parsing.read, parsing.alone),
      unit: 'x',
      atMost: 1.5,
    },
    { goal: '', what: 'saxes alone', values: parsing.alone, unit: 'ms' },
  ];
}
