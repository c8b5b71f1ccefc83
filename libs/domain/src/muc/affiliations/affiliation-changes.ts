import type { Transactions } from '../../shared/transactions.js';
import { Turns } from '../../shared/turns.js';
import type { AffiliationRequest } from './affiliation-requests.js';
import { affiliationsOf, changeBetween, isEmptyChange, NOBODY } from './affiliations.js';
import type { AffiliationChange, Affiliations } from './affiliations.js';
import type { EntryResolver } from './entry-resolver.js';
import { askedFor } from './references.js';
import type { Existing } from './references.js';
import type { RoomAddress, RoomDirectory, RoomPath } from '../rooms/room-directory.js';
import type { LockedRoom, RoomRepository } from '../rooms/room-repository.js';
import type { Room } from '../rooms/room.js';

/** What a request makes of the affiliations of a room. */
interface Outcome {
  /** as it was before */
  readonly room: Room;
  readonly after: Affiliations;
  readonly change: AffiliationChange;
}

export interface StoredAffiliations extends Outcome {
  /** of the room, afterwards */
  readonly version: number;
}

/** Tries without a lock; a room that changes faster than that is locked. */
const MAX_ATTEMPTS = 2;

/**
 * Decides and stores what a request asks for. Usually a room is read without a lock and written if it
 * is unchanged; rooms that others are changing, missing rooms, and groups, which have to be kept from
 * removal, go the longer way of a transaction that locks. Requests of this process for the same room
 * wait for each other, so that only others can come in between. Contract: muc-and-legacy 9.1
 */
export class AffiliationChanges {
  private readonly turns = new Turns();

  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
    private readonly resolver: EntryResolver,
    private readonly transactions: Transactions,
  ) {}

  /** @returns `null` when nothing changes. @throws ServiceNotFound, RoomNotFound, and what forbids it */
  store(path: RoomPath, request: AffiliationRequest): Promise<StoredAffiliations | null> {
    const address = this.directory.address(path);
    if (address === null) return this.storeLocked(path, request);
    const { service, name } = address;
    return this.turns.take(`${service}/${name}`, () => this.storeAt(address, path, request));
  }

  private async storeAt(address: RoomAddress, path: RoomPath, request: AffiliationRequest) {
    const asked = askedFor(request.references);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const snapshot = await this.rooms.snapshot(address.service, address.name, asked);
      if (snapshot === null) break;
      const outcome = outcomeOf(snapshot.room, request, snapshot.existing);
      if (outcome === null) return null;
      if (outcome.change.set.groups.size > 0) break;
      const version = await this.rooms.affiliateUnlocked(snapshot, outcome.change);
      if (version !== null) return { ...outcome, version };
    }
    return this.storeLocked(path, request);
  }

  private storeLocked(path: RoomPath, request: AffiliationRequest) {
    return this.transactions.run(async () => {
      const existing = await this.resolver.existing(request.references);
      const locked = await this.directory.lock(path);
      if (locked !== null) return this.change(locked, request, existing);
      request.decide(existing, NOBODY);
      throw await this.directory.missing(path);
    });
  }

  private async change(
    { id, room }: LockedRoom,
    request: AffiliationRequest,
    existing: Existing,
  ): Promise<StoredAffiliations | null> {
    const outcome = outcomeOf(room, request, existing);
    if (outcome === null) return null;
    return { ...outcome, version: await this.rooms.affiliate(id, outcome.change) };
  }
}

/** `null` when nothing changes */
function outcomeOf(room: Room, request: AffiliationRequest, existing: Existing): Outcome | null {
  const before = affiliationsOf(room);
  const after = request.decide(existing, before)(room);
  const change = changeBetween(before, after);
  return isEmptyChange(change) ? null : { room, after, change };
}
