import type { MovedJids } from './jids.js';
import type { MovedNames } from './names.js';
import type { RoomNames } from './room-names.js';

/** What the mapping of a row has to know of other rows. */
export interface MappingContext {
  readonly jids: MovedJids;
  /** now, as far as it decides what is moved */
  readonly now: Date;
  readonly accounts: MovedNames;
  readonly groups: GroupFacts;
  readonly rooms: RoomNames;
}

export interface GroupFacts {
  /** names and display names of shared groups: no contact has such a group of its owner's */
  readonly sharedLabels: ReadonlySet<string>;
  /** how many members each group has */
  readonly sizes: ReadonlyMap<string, number>;
  readonly accounts: number;
}
