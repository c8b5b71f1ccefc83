import type { Api } from '../api.js';
import { type ValidatedRoom, SERVICE } from './plan.js';
import { compare, messagesOf, type RoomRecord } from './tally.js';

export interface HistoryCount {
  rooms: number;
  messages: number;
  missing: number;
  duplicated: number;
  /** never heard in the room, or stored although the room is not logged */
  strange: number;
  disordered: number;
}

export const faultsOfHistory = (count: HistoryCount): number =>
  count.missing + count.duplicated + count.strange + count.disordered;

const ALL = 10_000_000;

/** Compares the history of each room with the record. */
export async function countHistory(
  api: Api,
  rooms: readonly ValidatedRoom[],
  records: readonly RoomRecord[],
): Promise<HistoryCount> {
  const sum = { rooms: 0, messages: 0, missing: 0, duplicated: 0, strange: 0, disordered: 0 };
  for (const { name, jid, logged } of rooms) {
    const path = `/chatrooms/${name}/chathistory?servicename=${SERVICE}&limit=${ALL}`;
    const { message } = (await api.done('GET', path)).json<{ message: { body: string }[] }>();
    const stored = message.map(({ body }) => Number.parseInt(body, 10));
    const record = records.find(({ room }) => room === jid);
    const result = compare(logged && record ? messagesOf(record) : [], stored);
    sum.rooms += logged ? 1 : 0;
    sum.messages += stored.length;
    sum.missing += result.missing.size;
    sum.duplicated += result.duplicated;
    sum.strange += result.strange;
    sum.disordered += result.disordered;
  }
  return sum;
}
