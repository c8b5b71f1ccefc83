import { type Bed, LISTED_ROOMS, LISTED_SERVICE } from '../bed.js';
import type { Figure } from '../figures.js';
import { readRoom } from '../load/room-requests.js';
import type { Settings } from '../settings.js';
import { measurePointReads } from './point-reads.js';

/** One room of twenty people, random among 10,000 of 210,000: P1 to P4. */
export async function measureRoomReads(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.fillRooms(settings.manyRooms);
  return measurePointReads(bed, settings, await bed.api(), {
    what: 'a room',
    floor: 'read-room',
    below: LISTED_ROOMS,
    request: (format) => readRoom(format, LISTED_SERVICE),
  });
}
