import type { MessageArchive } from '../archive/message-archive.js';
import type { EventOutbox } from '../events/event-outbox.js';
import { roomPath } from '../events/event-outbox.js';
import type { RoomHistory } from '../muc/history/room-history.js';
import type { RoomDirectory, RoomPath } from '../muc/rooms/room-directory.js';
import type { Localpart } from '../shared/jid.js';
import { UserNotFound } from '../users/errors.js';
import type { UserRepository } from '../users/user-repository.js';

/** Messages that go in one transaction. */
const STEP = 1000;
/** How far those are counted that would go. */
export const MOST_PURGEABLE = 100_000;

/** Whose messages are meant: those of a room, or what is in the archive of a person. */
export type PurgedPlace = { readonly path: RoomPath } | { readonly username: Localpart };

export interface PurgeStep {
  readonly removed: number;
  /** whether older ones may be left */
  readonly isOver: boolean;
}

/** Where messages are kept. */
interface Keeper {
  purge(before: Date, limit: number): Promise<number>;
  count(before: Date, limit: number): Promise<number>;
  tell(): Promise<void>;
}

/** Deletes messages up to a moment, the oldest first, a piece at a time. Contract: extensions E18.3 */
export class MessagePurge {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly roomHistory: RoomHistory,
    private readonly archive: MessageArchive,
    private readonly users: UserRepository,
    private readonly events: EventOutbox,
  ) {}

  /** @throws ServiceNotFound, RoomNotFound, UserNotFound */
  async require(place: PurgedPlace): Promise<void> {
    await this.keeperOf(place);
  }

  /**
   * One piece. Only inside a transaction.
   * @param earlier how many have gone before; who removes any of a room tells so once, at the end
   * @throws ServiceNotFound, RoomNotFound, UserNotFound
   */
  async step(place: PurgedPlace, before: Date, earlier: number): Promise<PurgeStep> {
    const keeper = await this.keeperOf(place);
    const removed = await keeper.purge(before, STEP);
    const isOver = removed < STEP;
    if (isOver && earlier + removed > 0) await keeper.tell();
    return { removed, isOver };
  }

  /** How many would go, {@link MOST_PURGEABLE} at most. @throws as {@link step} */
  async count(place: PurgedPlace, before: Date): Promise<number> {
    return (await this.keeperOf(place)).count(before, MOST_PURGEABLE);
  }

  private async keeperOf(place: PurgedPlace): Promise<Keeper> {
    if ('username' in place) {
      const { username } = place;
      if ((await this.users.find(username)) === null) throw new UserNotFound(username);
      return {
        purge: (before, limit) => this.archive.purge(username, before, limit),
        count: (before, limit) => this.archive.countBefore(username, before, limit),
        tell: async () => undefined,
      };
    }
    const { path } = place;
    const { id } = await this.directory.require(path, (room) => this.roomHistory.room(room));
    const address = (await this.directory.address(path))!;
    return {
      purge: (before, limit) => this.roomHistory.purge(id, before, limit),
      count: (before, limit) => this.roomHistory.countBefore(id, before, limit),
      tell: () =>
        this.events.add({
          type: 'history.purged',
          object: roomPath(address.service, address.name),
        }),
    };
  }
}
