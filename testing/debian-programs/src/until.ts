import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;

/**
 * Polls until the answer is neither `false` nor `null`; a rejection counts as no.
 * @param what is being waited for, for the message
 * @throws if that takes longer than `timeoutMs`, by default 400 s
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null> | T | false | null,
  timeoutMs = 400_000,
): Promise<T> {
  let last: unknown;
  for (const end = performance.now() + timeoutMs; performance.now() < end; await delay(PAUSE_MS)) {
    try {
      const answer = await ask();
      last = answer;
      if (answer !== false && answer !== null) return answer;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`Waited in vain until ${what}; last: ${String(last)}`, { cause: last });
}
