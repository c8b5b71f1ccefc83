import type { Transactions } from '../../shared/transactions.js';
import type { RoomAnnouncer } from './room-announcer.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';
import type { RoomRepository } from './room-repository.js';

/** Deletes rooms and everything that belongs to them. Contract: muc-and-legacy 7 */
export class RoomRemoval {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
  ) {}

  /** @throws ServiceNotFound, RoomNotFound */
  async remove(path: RoomPath): Promise<void> {
    const removed = await this.transactions.run(() =>
      this.directory.require(path, async (address) =>
        (await this.rooms.remove(address.service, address.name)) ? address : null,
      ),
    );
    await this.announcer.destroyed(removed);
  }
}
