import { bulkRooms } from '@chat/codecs/muc/bulk-rooms.doc';
import { readBody } from '@chat/codecs/wire/read-body';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import type { Format } from '../load/requests.js';
import { createRooms, roomsText } from '../load/room-requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { parseAlone, processTimed } from './parsing.js';

const COUNT = 1000;

/** 1,000 rooms of ten people in one request: P9. Reading the document, in this process: P13. */
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
  const xml = Buffer.from(roomsText('xml', COUNT, 'bulk').replaceAll(NUMBER, '00000000'));
  const parsing = await alternate(
    {
      saxes: processTimed(() => parseAlone(xml)),
      reader: processTimed(() => readBody(bulkRooms, 'xml', xml)),
    },
    settings.rounds * 2,
  );
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
      what: `XML of ${(xml.length / 1e6).toFixed(2)} MB of rooms: CPU of reading / saxes alone`,
      values: ratios(parsing.reader, parsing.saxes),
      unit: 'x',
      atMost: 1.5,
    },
    { goal: '', what: 'saxes alone', values: parsing.saxes, unit: 'ms' },
  ];
}
