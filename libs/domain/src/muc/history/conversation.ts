import { ifReached } from '../../chat-server/if-reached.js';
import type { RememberedMessage } from '../../chat-server/live-room.js';
import { ANY_MESSAGE, shownMessage } from './room-history.js';
import type {
  FoundMessage,
  HistoryBound,
  HistoryFilter,
  HistoryRange,
  HistoryRoom,
  LoggedMessage,
  RoomHistory,
  Tombstone,
} from './room-history.js';

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

/** What the chat server remembers of a conversation of which nothing is stored. */
export interface RememberedPart {
  readonly messages: readonly FoundMessage[];
  /** nothing could be asked */
  readonly isAway: boolean;
}

/** `limit` `null`: the default of the service */
export type AskedRange = Omit<HistoryRange, 'limit'> & { readonly limit: number | null };

const boundOf = ({ sentAt, id }: LoggedMessage): HistoryBound => ({ at: sentAt, id });

/** What was said in a room, as it is stored or remembered. Contract: muc-and-legacy 8.3 */
export class Conversation {
  /** @param ask what the chat server remembers; `null`: what is stored is all */
  constructor(
    private readonly room: HistoryRoom,
    private readonly jid: string,
    private readonly history: RoomHistory,
    private readonly ask: (() => Promise<readonly RememberedMessage[]>) | null,
  ) {}

  /** @returns `null` where what is stored counts. Contract: muc-and-legacy 8.3 [CK-15] */
  async remembered(range: AskedRange, filter: HistoryFilter): Promise<RememberedPart | null> {
    if (this.ask === null) return null;
    const { maxNumber } = this.room;
    if (filter.search !== null || maxNumber <= 0) return { messages: [], isAway: false };
    const all = await ifReached(this.ask());
    const newest = (all ?? []).slice(-maxNumber);
    const messages = within({ ...range, limit: this.limitOf(range) }, bySender(newest, filter));
    return {
      messages: messages.map((message) => this.shown({ ...message, id: null })),
      isAway: all === null,
    };
  }

  /** A part of what is stored. */
  async *messages(
    range: AskedRange,
    filter = ANY_MESSAGE,
  ): AsyncGenerator<readonly FoundMessage[], void, undefined> {
    const asked = { ...range, limit: this.limitOf(range) };
    for await (const batch of this.history.messages(this.room.id, asked, filter)) {
      yield batch.map((message) => this.shown(message));
    }
  }

  /**
   * The messages of a range, and whether more are kept on either side of them.
   * @throws ListTooSlow. Contract: extensions E1.2
   */
  async page(range: HistoryRange, filter: HistoryFilter): Promise<HistoryPage> {
    const messages = await this.history.page(this.room.id, range, filter);
    const ends = { first: messages.at(0), last: messages.at(-1) };
    const shown = messages.map((message) => this.shown(message));
    return { messages: shown, ...(await this.neighbours(ends, filter)) };
  }

  /** What is on either side of a part that is not read. @throws as {@link page} */
  async beside(range: HistoryRange, filter: HistoryFilter): Promise<HistoryNeighbours> {
    const { before, after, limit } = range;
    const find = async (asked: Partial<HistoryRange>) =>
      (await this.history.page(this.room.id, { ...range, ...asked, limit: 1 }, filter))[0];
    const near = await find({});
    const far =
      (await find({ skip: limit - 1 })) ??
      // all of the range: it ends at its other bound, if it has one
      (before !== null && after !== null ? await find({ before: null }) : undefined);
    const isFromStart = after !== null && before === null;
    const ends = isFromStart ? { first: near, last: far } : { first: far, last: near };
    return this.neighbours(ends, filter);
  }

  private async neighbours(
    { first, last }: Partial<Record<'first' | 'last', LoggedMessage | undefined>>,
    filter: HistoryFilter,
  ): Promise<HistoryNeighbours> {
    const isMore = async (bounds: Partial<HistoryRange>) => {
      const one = { before: null, after: null, limit: 1, ...bounds };
      return (await this.history.page(this.room.id, one, filter)).length > 0;
    };
    return {
      older: first && (await isMore({ before: boundOf(first) })) ? boundOf(first) : null,
      newer: last && (await isMore({ after: boundOf(last) })) ? boundOf(last) : null,
    };
  }

  private limitOf({ limit }: AskedRange): number {
    return Math.max(0, limit ?? this.room.maxNumber);
  }

  private shown(
    message: RememberedMessage & Tombstone & { readonly id: string | null },
  ): FoundMessage {
    return shownMessage(this.room, this.jid, message);
  }
}

function bySender(messages: readonly RememberedMessage[], { sender }: HistoryFilter) {
  if (sender === null) return messages;
  return messages.filter((one) => one.sender?.split('/')[0] === sender);
}

/** @param messages ascending by time */
function within({ before, after, limit }: HistoryRange, messages: readonly RememberedMessage[]) {
  const found = messages.filter(
    ({ sentAt }) =>
      (before === null || sentAt < before.at) && (after === null || sentAt > after.at),
  );
  const isFromStart = after !== null && before === null;
  return isFromStart ? found.slice(0, limit) : found.slice(Math.max(0, found.length - limit));
}
