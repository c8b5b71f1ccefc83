import { compareCodePoints } from '../../shared/order.js';
import type { Room } from '../rooms/room.js';
import type { Affiliation } from './affiliations.js';

/** Bare JIDs and group JIDs, ascending. Contract: muc-and-legacy 9.1 */
export function affiliationList(
  room: Room,
  affiliation: Affiliation,
  groupJid: (name: string) => string,
): readonly string[] {
  const groups = room[`${affiliation}Groups`].map(groupJid);
  return [...room[`${affiliation}s`], ...groups].sort(compareCodePoints);
}
