import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Settings } from '../settings.js';
import { measureRetractions } from './retractions.js';
import { measureSealing } from './sealing.js';

/** What moderation and the sealed audit log cost. Contract: extensions E19, E22 */
export const measureRecords = async (bed: Bed, settings: Settings): Promise<Figure[]> => [
  ...(await measureRetractions(bed, settings)),
  ...(await measureSealing(bed, settings)),
];
