import type { ChatServer } from '../../chat-server/chat-server.js';
import { ifReached } from '../../chat-server/if-reached.js';
import type { LiveOccupant } from '../../chat-server/live-room.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Transactions } from '../../shared/transactions.js';
import { MessageNotFound } from '../errors.js';
import { refOf } from './room-directory.js';
import type { RoomDirectory, RoomPath } from './room-directory.js';
import { ANY_MESSAGE, jidOfRoom, shownMessage } from '../history/room-history.js';
import type {
  HistoryBound,
  HistoryFilter,
  HistoryRange,
  HistoryRoom,
  LoggedMessage,
  RoomHistory,
  FoundMessage,
} from '../history/room-history.js';

/** Contract: muc-and-legacy 8.1, 8.2 */
export interface ShownOccupant {
  readonly jid: string;
  readonly userAddress: string;
  readonly role: LiveOccupant['role'];
  readonly affiliation: LiveOccupant['affiliation'];
}

/** Part of a conversation. */
export interface HistoryPage extends HistoryNeighbours {
  readonly messages: readonly FoundMessage[];
}

/** What is kept on either side of a part. */
export interface HistoryNeighbours {
  /** where older ones end, `null` if none are kept */
  readonly older: HistoryBound | null;
  /** where newer ones begin */
  readonly newer: HistoryBound | null;
}

const boundOf = ({ sentAt, id }: LoggedMessage): HistoryBound => ({ at: sentAt, id });

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

  /**
   * @param range.limit `null`: the default of the service
   * @throws ServiceNotFound, RoomNotFound before the first batch; InvalidArgument for a text that is too short
   */
  async history(
    path: RoomPath,
    range: Omit<HistoryRange, 'limit'> & { readonly limit: number | null },
    filter = ANY_MESSAGE,
  ): Promise<AsyncIterable<readonly FoundMessage[]>> {
    const { room, shown } = await this.conversation(path);
    const limit = Math.max(0, range.limit ?? room.maxNumber);
    return mapped(this.roomHistory.messages(room.id, { ...range, limit }, filter), shown);
  }

  /**
   * The messages of a range, and whether more are kept on either side of them.
   * @throws as {@link history}; ListTooSlow. Contract: extensions E1.2
   */
  async historyPage(
    path: RoomPath,
    range: HistoryRange,
    filter: HistoryFilter,
  ): Promise<HistoryPage> {
    const { room, shown } = await this.conversation(path);
    const messages = await this.roomHistory.page(room.id, range, filter);
    const ends = { first: messages.at(0), last: messages.at(-1) };
    return { messages: messages.map(shown), ...(await this.neighbours(room, ends, filter)) };
  }

  /** What is on either side of a part that is not read. @throws as {@link historyPage} */
  async historyNeighbours(
    path: RoomPath,
    range: HistoryRange,
    filter: HistoryFilter,
  ): Promise<HistoryNeighbours> {
    const { room } = await this.conversation(path);
    const { before, after, limit } = range;
    const find = async (asked: Partial<HistoryRange>) =>
      (await this.roomHistory.page(room.id, { ...range, ...asked, limit: 1 }, filter))[0];
    const near = await find({});
    const far =
      (await find({ skip: limit - 1 })) ??
      // all of the range: it ends at its other bound, if it has one
      (before !== null && after !== null ? await find({ before: null }) : undefined);
    const isFromStart = after !== null && before === null;
    const ends = isFromStart ? { first: near, last: far } : { first: far, last: near };
    return this.neighbours(room, ends, filter);
  }

  private async neighbours(
    room: HistoryRoom,
    { first, last }: Partial<Record<'first' | 'last', LoggedMessage | undefined>>,
    filter: HistoryFilter,
  ): Promise<HistoryNeighbours> {
    const isMore = async (bounds: Partial<HistoryRange>) => {
      const one = { before: null, after: null, limit: 1, ...bounds };
      return (await this.roomHistory.page(room.id, one, filter)).length > 0;
    };
    return {
      older: first && (await isMore({ before: boundOf(first) })) ? boundOf(first) : null,
      newer: last && (await isMore({ after: boundOf(last) })) ? boundOf(last) : null,
    };
  }

  /** When the last message was sent; `null`: none is kept. @throws ServiceNotFound, RoomNotFound */
  async lastMessage(path: RoomPath): Promise<Date | null> {
    const { room } = await this.conversation(path);
    const range = { before: null, after: null, limit: 1 };
    const [last] = await this.roomHistory.page(room.id, range, ANY_MESSAGE);
    return last?.sentAt ?? null;
  }

  /** Whether messages can be searched for a text. */
  canFind(text: string): Promise<boolean> {
    return this.roomHistory.canFind(text);
  }

  private async conversation(path: RoomPath) {
    const room = await this.directory.require(path, (address) => this.roomHistory.room(address));
    const jid = jidOfRoom((await this.directory.address(path))!, this.domain);
    return { room, shown: (message: LoggedMessage) => shownMessage(room, jid, message) };
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
