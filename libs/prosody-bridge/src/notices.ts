import type {
  ChangedRoom,
  Delivery,
  RoomRef,
  UserEvent,
} from '@chat-admin/domain/chat-server/chat-server';
import type { RoomFarewell } from '@chat-admin/domain/chat-server/live-room';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { GatheredRuns } from './gathered-runs.js';

/** Names per notice. Prosody is blocked while it processes a notice, so long lists are split. */
const PIECE = 250;

/**
 * Sends one notice; never rejects.
 * @param calls how many calls of the port it stands for
 * @param since when the first of them began to wait, by `performance.now`
 */
export type SendNotice = (
  path: string,
  body: object,
  calls: number,
  since: number,
) => Promise<Delivery>;

/**
 * The notices to Prosody. Of each kind one is under way at a time; what is told meanwhile goes with
 * the next one, in the order of the calls.
 */
export class Notices {
  private readonly rosterOwners = this.queue<Localpart>('/bridge/rosters', (owners) => ({
    usernames: unique(owners),
  }));
  private readonly changedRooms = this.queue<ChangedRoom>('/bridge/rooms/sync', (rooms) => ({
    rooms: latest(rooms),
  }));
  private readonly comparison = this.queue<never>('/bridge/reconcile', () => ({}));
  private readonly untold = this.queue<never>('/bridge/rooms/retractions', () => ({}));
  private readonly unlinked = this.queue<never>('/bridge/files/removed', () => ({}));
  private readonly userEvents = new Map<UserEvent, GatheredRuns<Localpart, Delivery>>();

  constructor(private readonly send: SendNotice) {}

  users(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery> {
    let queue = this.userEvents.get(event);
    if (queue === undefined) {
      queue = this.queue('/bridge/users', (names) => ({ usernames: unique(names), event }));
      this.userEvents.set(event, queue);
    }
    return inPieces(usernames, queue);
  }

  rosters(owners: readonly Localpart[]): Promise<Delivery> {
    return inPieces(owners, this.rosterOwners);
  }

  rooms(rooms: readonly ChangedRoom[]): Promise<Delivery> {
    return inPieces(rooms, this.changedRooms);
  }

  /** Has Prosody compare all that is live with the database. */
  everything(): Promise<Delivery> {
    return this.comparison.run();
  }

  destroyed({ service, room }: RoomRef, farewell: RoomFarewell): Promise<Delivery> {
    const { reason, alternateRoom } = farewell;
    const alternate = alternateRoom ?? undefined;
    const body = { service, room, reason: reason ?? undefined, alternate };
    return this.send('/bridge/rooms/destroy', body, 1, performance.now());
  }

  services(): Promise<Delivery> {
    return this.send('/bridge/services', {}, 1, performance.now());
  }

  retractions(): Promise<Delivery> {
    return this.untold.run();
  }

  files(): Promise<Delivery> {
    return this.unlinked.run();
  }

  private queue<T>(path: string, body: (items: readonly T[]) => object): GatheredRuns<T, Delivery> {
    return new GatheredRuns(
      ({ items, calls, since }) => this.send(path, body(items), calls, since),
      PIECE,
    );
  }
}

async function inPieces<T>(all: readonly T[], queue: GatheredRuns<T, Delivery>): Promise<Delivery> {
  for (let start = 0; start < all.length; start += PIECE) {
    const delivery = await queue.run(all.slice(start, start + PIECE));
    if (delivery === 'deferred') return 'deferred';
  }
  return 'applied';
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

/** Each room once, with the newest of its versions; without one if any of its notices has none. */
function latest(rooms: readonly ChangedRoom[]): readonly ChangedRoom[] {
  const found = new Map<string, ChangedRoom>();
  for (const { service, room, version } of rooms) {
    const key = JSON.stringify([service, room]);
    const other = found.get(key);
    const newest =
      version === undefined || (other !== undefined && other.version === undefined)
        ? undefined
        : Math.max(version, other?.version ?? version);
    found.set(key, { service, room, version: newest });
  }
  return [...found.values()];
}
