import { secondsIn } from './errors.js';

export interface RetryOptions {
  /** how often a request is sent at most, 4 unless given; 1: never again */
  readonly attempts?: number;
  /** the longest wait in milliseconds, 60,000 unless given (a window of the rates of keys); an answer that wants a longer one is handed on */
  readonly longestWaitMs?: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Twice with the same content is as good as once. RFC 9110, 9.2.2 */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const FIRST_WAIT_MS = 250;

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Their answers hold secrets, which the API keeps for nobody. */
const HANDS_OUT_SECRET =
  /\/(?:(?:keys|webhooks)(?:\/[^/]+\/rotate)?|session(?:\/back-channel)?|sign-in|jobs\/[^/]+\/(?:passwords|file))$/;

/**
 * Sends requests again when the connection fails, and what was refused without being done (429, 503 and 409 with
 * `Retry-After`) after the wait that the answer names. `POST` and `PATCH` get an idempotency key, so that they act once;
 * where the API takes none they are not sent again after a failed connection.
 */
export function withRetries(
  send: Fetch,
  { attempts = 4, longestWaitMs = 60_000 }: RetryOptions,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): Fetch {
  return async (request) => {
    const { method, signal, headers, url } = request;
    if (takesKey(method, url) && !headers.has(IDEMPOTENCY_KEY)) {
      headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    }
    const isRepeatable = IDEMPOTENT.has(method) || takesKey(method, url);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const sent = isLast ? request : request.clone();
      let waitMs: number | null;
      try {
        const response = await send(sent);
        waitMs = isLast ? null : wantedWait(response);
        if (waitMs === null || waitMs > longestWaitMs) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || signal.aborted || !isRepeatable) throw error;
        waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestWaitMs);
      }
      await wait(waitMs, signal);
    }
  };
}

function takesKey(method: string, url: string): boolean {
  if (method === 'PATCH') return true;
  return method === 'POST' && !HANDS_OUT_SECRET.test(new URL(url).pathname);
}

/** @returns null: not to be sent again */
function wantedWait({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503 && status !== 409) return null;
  const seconds = secondsIn(headers.get('retry-after'));
  return seconds === null ? null : seconds * 1000;
}

/** @throws the signal's reason */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
