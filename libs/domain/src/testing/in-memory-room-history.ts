import { RoomHistory } from '../muc/history/room-history.js';
import type {
  HistoryBound,
  HistoryFilter,
  HistoryRange,
  HistoryRoom,
  LoggedMessage,
  RetractedMessages,
} from '../muc/history/room-history.js';
import type { BareJid } from '../shared/jid.js';
import type { RoomAddress } from '../muc/rooms/room-directory.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';

const SHOWN_BY_DEFAULT = 25;
const DAY_MS = 86_400_000;

export class InMemoryRoomHistory extends RoomHistory {
  private said = 0;

  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async room(address: RoomAddress): Promise<HistoryRoom | null> {
    const row = this.row(address);
    if (!row) return null;
    const { canAnyoneDiscoverJid, logEnabled: isLogged } = row.settings;
    const isStored = row.messages.length > 0;
    const { id } = row;
    return { id, canAnyoneDiscoverJid, isLogged, isStored, maxNumber: SHOWN_BY_DEFAULT };
  }

  messages(roomId: number, range: HistoryRange, filter: HistoryFilter) {
    return batches(this.found(roomId, range, filter));
  }

  async page(roomId: number, range: HistoryRange, filter: HistoryFilter) {
    return this.found(roomId, range, filter);
  }

  async canFind(text: string): Promise<boolean> {
    return /[a-z0-9]{3}/i.test(text);
  }

  private found(
    roomId: number,
    { before, after, limit, skip = 0 }: HistoryRange,
    { search, sender, withRetracted }: HistoryFilter,
  ): readonly LoggedMessage[] {
    const found = (this.database.rows.rooms.get(roomId)?.messages ?? [])
      .filter(({ body, retracted }) => /[^ \t\r\n]/.test(body) || (withRetracted && retracted))
      .filter(({ body }) => body.toLowerCase().includes(search?.toLowerCase() ?? ''))
      .filter((one) => sender === null || one.sender?.split('/')[0] === sender)
      .filter((one) => before === null || compared(one, before, Infinity) < 0)
      .filter((one) => after === null || compared(one, after, -Infinity) > 0)
      .toSorted((a, b) => compared(a, { at: b.sentAt, id: b.id }, 0));
    const first = after !== null && before === null;
    const end = Math.max(0, found.length - skip);
    return first ? found.slice(skip, skip + limit) : found.slice(Math.max(0, end - limit), end);
  }

  async remove(roomId: number, id: string): Promise<boolean> {
    const row = this.database.rows.rooms.get(roomId)!;
    const messages = row.messages.filter((message) => message.id !== id);
    if (messages.length === row.messages.length) return false;
    await this.database.change(({ rooms }) => void rooms.set(roomId, { ...row, messages }));
    return true;
  }

  async retract(roomId: number, which: RetractedMessages, reason: string | null) {
    const row = this.database.rows.rooms.get(roomId)!;
    const wanted = (one: LoggedMessage) =>
      'ids' in which
        ? which.ids.includes(one.id)
        : one.sender?.split('/')[0] === which.sender && one.sentAt >= (which.from ?? one.sentAt);
    const found = row.messages.filter(wanted);
    const fresh = found.filter(({ retracted }) => !retracted);
    const messages = row.messages.map((one) =>
      fresh.includes(one) ? { ...one, body: '', retracted: new Date(), reason } : one,
    );
    await this.database.change(({ rooms }) => void rooms.set(roomId, { ...row, messages }));
    const asked = 'ids' in which ? new Set(which.ids).size : fresh.length;
    const unchanged = 'ids' in which ? found.length - fresh.length : 0;
    return { retracted: fresh.length, unchanged, missing: asked - fresh.length - unchanged };
  }

  anonymise(sender: BareJid): Promise<number> {
    return this.changeOf(sender, (message, nickname) => [
      { ...message, nickname, sender: null, senderShown: false },
    ]);
  }

  removeOf(sender: BareJid): Promise<number> {
    return this.changeOf(sender, () => []);
  }

  private async changeOf(
    sender: BareJid,
    change: (message: LoggedMessage, nickname: string) => readonly LoggedMessage[],
  ): Promise<number> {
    let count = 0;
    await this.database.change(({ rooms }) => {
      for (const row of rooms.values()) {
        const isTheirs = (one: LoggedMessage) => one.sender?.split('/')[0] === sender;
        const nickname = `former-${crypto.randomUUID()}`;
        const messages = row.messages.flatMap((one) =>
          isTheirs(one) ? change(one, nickname) : [one],
        );
        count += row.messages.filter(isTheirs).length;
        rooms.set(row.id, { ...row, messages });
      }
    });
    return count;
  }

  async forget(days: number, limit: number): Promise<number> {
    const before = Date.now() - days * DAY_MS;
    const old = [...this.database.rows.rooms.values()]
      .flatMap(({ messages }) => messages)
      .filter(({ sentAt }) => sentAt.getTime() < before)
      .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())
      .slice(0, limit);
    await this.database.change(({ rooms }) => {
      for (const row of rooms.values()) {
        const messages = row.messages.filter((message) => !old.includes(message));
        rooms.set(row.id, { ...row, messages });
      }
    });
    return old.length;
  }

  async purge(roomId: number, before: Date, limit: number): Promise<number> {
    const old = this.before(roomId, before).slice(0, limit);
    await this.database.change(({ rooms }) => {
      const row = rooms.get(roomId);
      const messages = row?.messages.filter((message) => !old.includes(message)) ?? [];
      if (row) rooms.set(roomId, { ...row, messages });
    });
    return old.length;
  }

  async countBefore(roomId: number, before: Date, limit: number): Promise<number> {
    return Math.min(this.before(roomId, before).length, limit);
  }

  /** The oldest first. */
  private before(roomId: number, moment: Date) {
    return (this.database.rows.rooms.get(roomId)?.messages ?? [])
      .filter(({ sentAt }) => sentAt < moment)
      .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  }

  async forgetOriginals(): Promise<number> {
    return 0;
  }

  /** Adds a message to a logged room. @returns its id */
  async say(address: RoomAddress, message: Omit<LoggedMessage, 'id'>): Promise<string> {
    const id = String(++this.said);
    await this.database.change(({ rooms }) => {
      const row = this.row(address);
      if (!row) throw new Error(`There is no room ${address.name}`);
      rooms.set(row.id, { ...row, messages: [...row.messages, { ...message, id }] });
    });
    return id;
  }

  private row({ service, name }: RoomAddress) {
    return [...this.database.rows.rooms.values()].find(
      (row) => row.service === service && row.name === name,
    );
  }
}

/** @param tie of messages of the same moment with a bound that is none */
function compared({ sentAt, id }: LoggedMessage, bound: HistoryBound, tie: number): number {
  const between = sentAt.getTime() - bound.at.getTime();
  if (between !== 0) return between;
  return bound.id === null ? tie : Number(id) - Number(bound.id);
}
