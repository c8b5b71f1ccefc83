import { setTimeout as delay } from 'node:timers/promises';

/** The result of `work`, or `late` if it takes longer; the work continues. */
export async function inTime<T, L>(work: Promise<T>, timeoutMs: number, late: L): Promise<T | L> {
  const timer = new AbortController();
  const end = delay(timeoutMs, late, { signal: timer.signal, ref: false });
  end.catch(() => undefined); // nobody may be waiting any more
  work.catch(() => undefined); // aborted
  return Promise.race([work, end]).finally(() => timer.abort());
}
