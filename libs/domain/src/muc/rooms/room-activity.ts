import type { ChatServer } from '../../chat-server/chat-server.js';
import type { LiveOccupant } from '../../chat-server/live-room.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Transactions } from '../../shared/transactions.js';
import { MessageNotFound } from '../errors.js';
import { refOf } from './room-directory.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';
import { jidOfRoom, shownMessage } from '../history/room-history.js';
import type { HistoryRange, RoomHistory, ShownMessage } from '../history/room-history.js';

/** Contract: muc-and-legacy 8.1, 8.2 */
export interface ShownOccupant {
  readonly jid: string;
  readonly userAddress: string;
  readonly role: LiveOccupant['role'];
  readonly affiliation: LiveOccupant['affiliation'];
}

/** Occupants and conversation of a room. Contract: muc-and-legacy 8 */
export class RoomActivity {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly roomHistory: RoomHistory,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ServiceNotFound, RoomNotFound, ChatServerAway */
  async occupants(path: RoomPath): Promise<readonly ShownOccupant[]> {
    await this.directory.find(path);
    const address = this.directory.address(path)!;
    const jid = jidOfRoom(address, this.domain);
    return (await this.chatServer.occupants(refOf(address))).map((occupant) => ({
      jid: `${jid}/${occupant.nickname}`,
      userAddress: occupant.jid,
      role: occupant.role,
      affiliation: occupant.affiliation,
    }));
  }

  /** Occupants with the role participant. @throws ServiceNotFound, RoomNotFound, ChatServerAway */
  async participants(path: RoomPath): Promise<readonly ShownOccupant[]> {
    return (await this.occupants(path)).filter(({ role }) => role === 'participant');
  }

  /**
   * @param range.limit `null`: the default of the service
   * @throws ServiceNotFound, RoomNotFound before the first batch
   */
  async history(
    path: RoomPath,
    range: Omit<HistoryRange, 'limit'> & { readonly limit: number | null },
  ): Promise<AsyncIterable<readonly ShownMessage[]>> {
    const room = await this.directory.require(path, (address) => this.roomHistory.room(address));
    const jid = jidOfRoom(this.directory.address(path)!, this.domain);
    const limit = Math.max(0, range.limit ?? room.maxNumber);
    const batches = this.roomHistory.messages(room.id, { ...range, limit });
    return mapped(batches, (message) => shownMessage(room, jid, message));
  }

  /**
   * Clients that have the message keep it. @param id as received
   * @throws ServiceNotFound, RoomNotFound, MessageNotFound. Contract: extensions E12, X-8
   */
  removeMessage(path: RoomPath, id: string): Promise<void> {
    return this.transactions.run(async () => {
      const room = await this.directory.require(path, (address) => this.roomHistory.room(address));
      if (!(await this.roomHistory.remove(room.id, id))) throw new MessageNotFound(id);
    });
  }
}

async function* mapped<A, B>(
  batches: AsyncIterable<readonly A[]>,
  change: (item: A) => B,
): AsyncGenerator<readonly B[], void, undefined> {
  for await (const batch of batches) yield batch.map(change);
}
