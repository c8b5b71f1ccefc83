import type { Localpart } from '../../shared/jid.js';
import type { AffiliationChange, Affiliations } from '../affiliations/affiliations.js';
import type { ChatService, ServiceName } from '../services/chat-service.js';
import type { Asked, Existing } from '../affiliations/references.js';
import type { GroupPeople } from '../affiliations/effective-affiliations.js';
import type { Room, RoomFilter, RoomOptions, RoomSettings } from './room.js';

export interface NewRoom {
  readonly name: Localpart;
  readonly settings: RoomSettings;
  /** for {@link RoomRepository.add} all groups must exist and be locked against removal */
  readonly affiliations: Affiliations;
}

export interface CreatedRoom {
  readonly created: boolean;
  readonly newService: boolean;
  /** which of the affiliated groups exist */
  readonly groups: ReadonlySet<string>;
}

export interface LockedRoom {
  readonly id: number;
  readonly room: Room;
}

/** Which affiliations of a room are read; the cost of all grows with the room. */
export type Extent = 'asked' | 'all';

/** The part of a room on which affiliation changes depend. */
export interface RoomExcerpt {
  readonly id: number;
  readonly options: Pick<RoomOptions, 'loginRestrictedToNickname' | 'password'>;
  /** those asked for, and one other owner if there is one; or all */
  readonly affiliations: Affiliations;
}

/** An excerpt at one point in time, unlocked. */
export interface RoomSnapshot extends RoomExcerpt {
  /** increases with every change of the room, its affiliations, or the people of an affiliated group */
  readonly version: number;
  /** which of the names asked for existed */
  readonly existing: Existing;
}

export abstract class RoomRepository {
  /** @param expandGroups adds the people of affiliated groups to the user lists */
  abstract find(service: ServiceName, name: Localpart, expandGroups: boolean): Promise<Room | null>;
  /** Rooms of the service by name, in batches fetched while they are consumed. */
  abstract list(service: ServiceName, filter: RoomFilter): AsyncIterable<readonly Room[]>;
  /** Which of these rooms exist. */
  abstract existing(
    service: ServiceName,
    names: readonly Localpart[],
  ): Promise<ReadonlySet<Localpart>>;
  /**
   * Locks the room until the transaction ends. Only inside a transaction, after locking groups: the
   * lock order is groups, then rooms.
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
   * Stores the rooms that do not exist yet. The service must exist; names must be distinct.
   * @returns the names that were stored
   */
  abstract add(service: ServiceName, rooms: readonly NewRoom[]): Promise<ReadonlySet<Localpart>>;
  /**
   * Stores a room, and its service if missing, unless the room exists or a group does not; outside a
   * transaction together with the audit entry. @throws TooManyServices
   */
  abstract create(service: ChatService, room: NewRoom): Promise<CreatedRoom>;
  /** Overwrites a locked room. @returns its new version */
  abstract update(id: number, settings: RoomSettings, change: AffiliationChange): Promise<number>;
  /**
   * Changes affiliations of a locked room. Those who keep an affiliation other than outcast keep
   * their reserved nickname. @returns the new version of the room
   */
  abstract affiliate(id: number, change: AffiliationChange): Promise<number>;
  /** Outside transactions. */
  abstract snapshot(
    service: ServiceName,
    name: Localpart,
    asked: Asked,
    extent: Extent,
  ): Promise<RoomSnapshot | null>;
  /**
   * As {@link affiliate}, but only if the room still is as in the snapshot, in a separate
   * transaction with the audit entry of the request. Must not affiliate groups, which are not
   * locked here.
   * @returns the new version of the room; `null` if it has changed in the meantime
   */
  abstract affiliateUnlocked(
    snapshot: RoomSnapshot,
    change: AffiliationChange,
  ): Promise<number | null>;
  /** Removes the room and everything that belongs to it. @returns whether it existed */
  abstract remove(service: ServiceName, name: Localpart): Promise<boolean>;
  /** Admins and members of these groups. */
  abstract peopleOf(groups: readonly string[]): Promise<GroupPeople>;
}
