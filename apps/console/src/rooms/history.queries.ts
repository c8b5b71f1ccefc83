import { dataOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import type { Call } from '../shared/api/query';
import { query } from '../shared/api/query';
import { isRemovable } from './history-view';

export type Message = components['schemas']['RoomMessage'];

export interface HistoryFilter {
  readonly search?: string;
  /** bare JID */
  readonly sender?: string;
  /** when the day begins that is looked at: its messages and later ones */
  readonly from?: string;
}

export interface HistoryPage {
  readonly messages: readonly Message[];
  /** cursor of what is older; null: nothing is */
  readonly older: string | null;
  /** cursor of what is newer */
  readonly newer: string | null;
  /** the chat server, which alone remembers it, could not be asked */
  readonly isAway: boolean;
}

const FIELDS = [
  ...(['to', 'from', 'type', 'body', 'delay_stamp', 'delay_from', 'id'] as const),
  ...(['retracted', 'retractedBy', 'reason'] as const),
];
const LIMIT = 100;

/** A page of what was said in a room. */
export async function readHistory(
  call: Call,
  service: string,
  roomName: string,
  { search, sender, from }: HistoryFilter,
  at: { readonly before?: string; readonly after?: string } = {},
  limit = LIMIT,
): Promise<HistoryPage> {
  const isStart = at.before === undefined && at.after === undefined;
  const { data, response } = await api.GET('/chatrooms/{roomName}/chathistory', {
    params: {
      path: { roomName },
      query: {
        servicename: service,
        fields: FIELDS,
        limit,
        ...(search && { search }),
        ...(sender && { sender }),
        ...(from && isStart && { after: new Date(new Date(from).getTime() - 1).toISOString() }),
        ...at,
      },
    },
    ...call,
  });
  const link = response.headers.get('link') ?? '';
  return {
    messages: data!.message,
    older: cursorIn(link, 'prev', 'before'),
    newer: cursorIn(link, 'next', 'after'),
    isAway: response.headers.get('x-history') === 'unavailable',
  };
}

/** Of one sender, so many are gathered at most. */
const MOST_GATHERED = 10_000;

/** All that one person has said in a room and is still there. */
export async function readAllOf(
  service: string,
  roomName: string,
  sender: string,
): Promise<readonly Message[]> {
  const call = { signal: new AbortController().signal, headers: {} };
  const found: Message[] = [];
  let before: string | null = null;
  do {
    const at: { readonly before?: string } = before === null ? {} : { before };
    const page: HistoryPage = await readHistory(call, service, roomName, { sender }, at, 1_000);
    found.push(...page.messages.filter(isRemovable));
    before = page.older;
  } while (before !== null && found.length < MOST_GATHERED);
  return found;
}

/** In one request. Contract: extensions E19 */
const MOST_RETRACTED = 1_000;

/** Takes back messages for everybody: those of ids, or all of a sender. @returns how many it has taken back */
export async function retractMessages(
  service: string,
  roomName: string,
  { ids = [], ...retraction }: components['schemas']['Retraction'],
): Promise<number> {
  const params = { path: { roomName }, query: { servicename: service } };
  let [count, sent] = [0, 0];
  let isMore: boolean;
  do {
    const part = ids.slice(sent, (sent += MOST_RETRACTED));
    const body = { ...retraction, ...(part.length > 0 && { ids: part }) };
    const { retracted } = await dataOf(
      api.POST('/chatrooms/{roomName}/chathistory/retract', { params, body }),
    );
    count += retracted;
    isMore = retraction.sender ? retracted === MOST_RETRACTED : sent < ids.length;
  } while (isMore);
  return count;
}

/** The cursor of a `Link`, contract: extensions E1.2 */
function cursorIn(link: string, rel: string, parameter: string): string | null {
  for (const [, target, others] of link.matchAll(/<([^<>]*)>([^,<]*)/g)) {
    if (others!.includes(`rel="${rel}"`)) {
      return new URL(target!, document.baseURI).searchParams.get(parameter);
    }
  }
  return null;
}

/** The newest page, or that of the chosen day; what is said meanwhile comes by asking again. */
export const historyQuery = query({
  key: 'history',
  every: 5,
  call: (call, service: string, roomName: string, filter: HistoryFilter) =>
    readHistory(call, service, roomName, filter),
});
