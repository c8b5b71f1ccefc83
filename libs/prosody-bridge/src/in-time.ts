import { setTimeout as delay } from 'node:timers/promises';

/** What `work` gives, or `late` when that takes longer; the work goes on. */
export async function inTime<T, L>(work: Promise<T>, timeoutMs: number, late: L): Promise<T | L> {
  const patience = new AbortController();
  const end = delay(timeoutMs, late, { signal: patience.signal, ref: false });
  end.catch(() => undefined); // aborted
  work.catch(() => undefined); // nobody may be waiting any more
  return Promise.race([work, end]).finally(() => patience.abort());
}
