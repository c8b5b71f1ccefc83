import type { ChatServer } from '../../chat-server/chat-server.js';
import { ifReached } from '../../chat-server/if-reached.js';
import type { LiveOccupant } from '../../chat-server/live-room.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Transactions } from '../../shared/transactions.js';
import { MessageNotFound } from '../errors.js';
import { refOf } from './room-directory.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';
import type { SystemProperties } from '../../system/system-properties.js';
import { systemProperty } from '../../system/system-properties.js';
import { Conversation } from '../history/conversation.js';
import { ANY_MESSAGE, jidOfRoom } from '../history/room-history.js';
import type { RoomHistory } from '../history/room-history.js';

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
    private readonly properties: SystemProperties,
  ) {}

  /** @throws ServiceNotFound, RoomNotFound, ChatServerAway */
  async occupants(path: RoomPath): Promise<readonly ShownOccupant[]> {
    await this.directory.find(path);
    const address = (await this.directory.address(path))!;
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

  /** How many {@link occupants} there are; `null`: nobody knows. */
  async occupantCount(path: RoomPath): Promise<number | null> {
    const address = await this.directory.address(path);
    if (address === null) throw await this.directory.missing(path);
    const { service, room } = refOf(address);
    const counts = await ifReached(this.chatServer.occupantCounts(service, [room]));
    return counts?.[0] ?? null;
  }

  /** @throws ServiceNotFound, RoomNotFound */
  async conversation(path: RoomPath): Promise<Conversation> {
    const room = await this.directory.require(path, (address) => this.roomHistory.room(address));
    const address = (await this.directory.address(path))!;
    const isRemembered =
      !room.isLogged && !room.isStored && this.properties.read(systemProperty.historyMemory);
    const ask = () => this.chatServer.roomHistory({ ...refOf(address), id: room.id });
    return new Conversation(
      room,
      jidOfRoom(address, this.domain),
      this.roomHistory,
      isRemembered ? ask : null,
    );
  }

  /** When the last message was sent; `null`: none is kept. @throws ServiceNotFound, RoomNotFound */
  async lastMessage(path: RoomPath): Promise<Date | null> {
    const room = await this.directory.require(path, (address) => this.roomHistory.room(address));
    const range = { before: null, after: null, limit: 1 };
    const [last] = await this.roomHistory.page(room.id, range, ANY_MESSAGE);
    return last?.sentAt ?? null;
  }

  /** Whether messages can be searched for a text. */
  canFind(text: string): Promise<boolean> {
    return this.roomHistory.canFind(text);
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
