import type { RoomDirectory, RoomPath } from './room-directory.js';
import type { RoomRepository } from './room-repository.js';
import type { Room, RoomFilter } from './room.js';

/** Contract: muc-and-legacy 4 */
export class RoomQueries {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
  ) {}

  /** @throws ServiceNotFound, RoomNotFound */
  get(path: RoomPath, expandGroups: boolean): Promise<Room> {
    return this.directory.find(path, expandGroups);
  }

  /** Batches by name. @throws ServiceNotFound before the first batch */
  async list(service: string, filter: RoomFilter): Promise<AsyncIterable<readonly Room[]>> {
    return this.rooms.list(await this.directory.requireService(service), filter);
  }
}
