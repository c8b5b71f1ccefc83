import { eventsOf } from '@chat-admin/client';
import type { ChatAdminEvent } from '@chat-admin/client';
import { useSyncExternalStore } from 'react';
import { streamApi } from './client';
import { happened, isStatus, refreshVisible } from './staleness';

/** How long a hidden tab keeps its stream. */
const HIDDEN_MS = 60_000;
/** Without a stream for so long the page says that it is not live. */
const NOT_LIVE_MS = 30_000;
/** How often visible answers are asked for anew without a stream. */
const WITHOUT_STREAM_MS = 30_000;

type Heard = (event: ChatAdminEvent) => void;
const listeners = new Set<Heard>();

/** Each event as it happens. @returns ends it */
export function onEvent(heard: Heard): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

let isLive = true;
const watchers = new Set<() => void>();

/** Whether changes elsewhere show by themselves. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (heard) => {
      watchers.add(heard);
      return () => watchers.delete(heard);
    },
    () => isLive,
  );

function setLive(live: boolean): void {
  if (live === isLive) return;
  isLive = live;
  watchers.forEach((heard) => heard());
}

/**
 * Follows the events of the service while the tab is visible, one stream per tab, and what no event tells by its rhythm.
 * @param hasEvents whether the session may read events
 * @returns ends it
 */
export function followEvents(hasEvents: boolean): () => void {
  const ended = new AbortController();
  let stream: AbortController | null = null;
  let lastId: string | undefined;
  let refusals = 0;
  let connectedAt = Date.now();
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  const open = async () => {
    if (!hasEvents || stream !== null || ended.signal.aborted || document.hidden) return;
    const own = new AbortController();
    stream = own;
    try {
      const { signal } = own;
      for await (const event of eventsOf(streamApi, {
        ...(lastId !== undefined && { after: lastId }),
        signal,
        onOpen: () => {
          refusals = 0;
          connectedAt = Infinity;
          setLive(true);
        },
        onBreak: (error) => {
          if (connectedAt === Infinity) connectedAt = Date.now();
          refusals = isStatus(error, 429) ? refusals + 1 : 0;
          if (refusals >= 2) own.abort();
        },
      })) {
        lastId = event.id;
        happened(event.type);
        listeners.forEach((heard) => heard(event));
      }
    } catch (error) {
      if (isStatus(error, 410)) {
        lastId = undefined;
        refreshVisible(true);
        setTimeout(() => void open(), 1_000);
      }
    } finally {
      if (connectedAt === Infinity) connectedAt = Date.now();
      if (stream === own) stream = null;
    }
  };

  const onVisibility = () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) {
      hiddenTimer = setTimeout(() => stream?.abort(), HIDDEN_MS);
      return;
    }
    refusals = 0;
    if (stream === null) {
      refreshVisible(true);
      void open();
    }
  };
  document.addEventListener('visibilitychange', onVisibility);

  let lastRefresh = Date.now();
  const ticking = setInterval(() => {
    if (document.hidden) return;
    const without = Date.now() - connectedAt;
    if (hasEvents && connectedAt !== Infinity && without > NOT_LIVE_MS) setLive(false);
    const isTime = Date.now() - lastRefresh >= WITHOUT_STREAM_MS;
    const isAll = isTime && (!isLive || !hasEvents);
    if (isTime) lastRefresh = Date.now();
    refreshVisible(isAll);
  }, 1_000);

  void open();
  return () => {
    ended.abort();
    stream?.abort();
    clearTimeout(hiddenTimer);
    clearInterval(ticking);
    document.removeEventListener('visibilitychange', onVisibility);
    setLive(true);
  };
}
