import { type Bed, LISTED_ROOMS, LISTED_SERVICE } from '../bed.js';
import type { Figure } from '../figures.js';
import { listRooms, readRoom } from '../load/room-requests.js';
import type { Settings } from '../settings.js';
import { measureWholeLists } from './whole-lists.js';
import { sample } from './window.js';

/** All 10,000 rooms of a service, each of twenty people, one client: P10 and P11. */
export async function measureRoomLists(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.fillRooms(settings.manyRooms);
  const api = await bed.api();
  const { usage: before } = await sample(bed, api, {
    request: readRoom('json', LISTED_SERVICE),
    numbers: { kind: 'random', below: LISTED_ROOMS },
    connections: 4,
    pauseMs: 2,
    until: { ms: settings.windowMs * 2 },
  });
  return measureWholeLists(bed, settings, api, before.rssPeak, {
    what: '10,000 rooms',
    floor: 'list-rooms',
    request: (format) => listRooms(format, LISTED_SERVICE),
  });
}
