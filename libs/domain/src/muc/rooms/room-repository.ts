import type { Localpart } from '../../shared/jid.js';
import type { AffiliationChange, Affiliations } from '../affiliations/affiliations.js';
import type { ServiceName } from '../services/chat-service.js';
import type { Asked, Existing } from '../affiliations/references.js';
import type { GroupPeople } from '../affiliations/effective-affiliations.js';
import type { Room, RoomFilter, RoomOptions, RoomSettings } from './room.js';

export interface NewRoom {
  readonly name: Localpart;
  readonly settings: RoomSettings;
  /** every group must exist and be kept from removal */
  readonly affiliations: Affiliations;
}

export interface LockedRoom {
  readonly id: number;
  readonly room: Room;
}

/** What is read of the entries of a room; all of them cost as much as the room has. */
export type Extent = 'asked' | 'all';

/** What decides about entries of a room. */
export interface RoomExcerpt {
  readonly id: number;
  readonly options: Pick<RoomOptions, 'loginRestrictedToNickname' | 'password'>;
  /** those that were asked for, and one owner entry that was not, if there is one; or all */
  readonly affiliations: Affiliations;
}

/** An excerpt of one moment, without a lock. */
export interface RoomSnapshot extends RoomExcerpt {
  /** moves with every change of the room, of who is affiliated and of who is in an affiliated group */
  readonly version: number;
  /** what existed of the names that were asked for */
  readonly existing: Existing;
}

export abstract class RoomRepository {
  /** @param expandGroups adds the people of affiliated groups to the lists of users */
  abstract find(service: ServiceName, name: Localpart, expandGroups: boolean): Promise<Room | null>;
  /** Rooms of the service by name, in batches, read while they are consumed. */
  abstract list(service: ServiceName, filter: RoomFilter): AsyncIterable<readonly Room[]>;
  /** Which of these rooms exist. */
  abstract existing(
    service: ServiceName,
    names: readonly Localpart[],
  ): Promise<ReadonlySet<Localpart>>;
  /**
   * Keeps others from changing the room until the transaction ends. To be called inside one, after
   * groups have been locked: whoever changes a group locks it before its rooms.
   */
  abstract lock(service: ServiceName, name: Localpart): Promise<LockedRoom | null>;
  /** As {@link lock}. */
  abstract lockExcerpt(
    service: ServiceName,
    name: Localpart,
    asked: Asked,
    extent: Extent,
  ): Promise<RoomExcerpt | null>;
  /**
   * Stores those that do not exist yet; the service must. No name may be given twice.
   * @returns the names that were stored
   */
  abstract add(service: ServiceName, rooms: readonly NewRoom[]): Promise<ReadonlySet<Localpart>>;
  /** Overwrites a locked room. @returns its version */
  abstract update(id: number, settings: RoomSettings, change: AffiliationChange): Promise<number>;
  /**
   * Changes affiliations of a locked room. Reserved nicknames stay with those who keep an
   * affiliation other than outcast. @returns the version of the room
   */
  abstract affiliate(id: number, change: AffiliationChange): Promise<number>;
  /** Outside of transactions. */
  abstract snapshot(
    service: ServiceName,
    name: Localpart,
    asked: Asked,
    extent: Extent,
  ): Promise<RoomSnapshot | null>;
  /**
   * As {@link affiliate}, in a transaction of its own with the audit entry of the request, and only if
   * the room is still as it stood. Must not affiliate groups: nothing keeps them from removal.
   * @returns the version of the room, `null` when it has changed meanwhile
   */
  abstract affiliateUnlocked(
    snapshot: RoomSnapshot,
    change: AffiliationChange,
  ): Promise<number | null>;
  /** Removes the room with everything that hangs on it. @returns whether it existed */
  abstract remove(service: ServiceName, name: Localpart): Promise<boolean>;
  /** Admins and members of these groups. */
  abstract peopleOf(groups: readonly string[]): Promise<GroupPeople>;
}
