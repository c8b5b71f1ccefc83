import { createParser } from 'eventsource-parser';
import type { ChatAdminClient } from './client.js';
import type { components, paths } from './description.js';
import { ChatAdminError } from './errors.js';

/** A change, with who made it. Contract: extensions E8.1 */
export type ChatAdminEvent = components['schemas']['Event'];

type Asked = NonNullable<paths['/events']['get']['parameters']['query']>;
/** A type of events, or `user.*` for all of a kind. */
export type EventTypeWord = NonNullable<Asked['types']>[number];

export interface EventOptions {
  /** all that the caller may see unless given */
  readonly types?: readonly EventTypeWord[];
  /** id of the event that was seen last; unless given it begins with the next one that happens */
  readonly after?: string;
  /** ends it */
  readonly signal?: AbortSignal;
  /** called for each connection, before its first event */
  readonly onOpen?: () => void;
  /** called when a connection could not be made or was cut off (with what was thrown), before it goes on */
  readonly onBreak?: (error: unknown) => void;
}

const USUAL_PAUSE_MS = 3000;

/**
 * Events as they happen, in one order for everybody, each once. Goes on where a connection was cut
 * off, until it is aborted or refused.
 *
 * ```ts
 * for await (const { id, type, object } of eventsOf(client, { types: ['user.*'], after: seen })) …
 * ```
 *
 * @throws ChatAdminError: 410 when events that were not seen are no longer kept; 401 and 403 when the
 * credentials end
 */
export async function* eventsOf(
  client: ChatAdminClient,
  { types, after, signal, onOpen, onBreak }: EventOptions = {},
): AsyncGenerator<ChatAdminEvent, void, undefined> {
  let seen = after;
  let pauseMs = USUAL_PAUSE_MS;
  while (!signal?.aborted) {
    let fault: unknown = null;
    try {
      for await (const { event, retryMs } of connection(client, types, seen, signal, onOpen)) {
        pauseMs = retryMs ?? pauseMs;
        if (event === undefined) continue;
        seen = event.id;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const isForNow =
        !(error instanceof ChatAdminError) || [429, 500, 502, 503, 504].includes(error.status);
      if (!isForNow) throw error;
      fault = error;
    }
    onBreak?.(fault);
    if (signal?.aborted) return;
    await pause(pauseMs, signal);
  }
}

interface Block {
  readonly event?: ChatAdminEvent;
  readonly retryMs?: number;
}

/** One connection, to its end. WHATWG HTML, 9.2 */
async function* connection(
  client: ChatAdminClient,
  types: readonly EventTypeWord[] | undefined,
  seen: string | undefined,
  signal: AbortSignal | undefined,
  onOpen: (() => void) | undefined,
): AsyncGenerator<Block> {
  const { data } = await client.GET('/events', {
    params: {
      query: { ...(types && { types: [...types] }), ...(seen !== undefined && { after: seen }) },
    },
    headers: { Accept: 'text/event-stream, application/json;q=0.5' },
    parseAs: 'stream',
    ...(signal !== undefined && { signal }),
  });
  onOpen?.();
  const arrived: Block[] = [];
  const parser = createParser({
    onEvent: (message) => arrived.push({ event: JSON.parse(message.data) as ChatAdminEvent }),
    onRetry: (retryMs) => arrived.push({ retryMs }),
  });
  const decoder = new TextDecoder();
  for await (const bytes of untilAborted(data as ReadableStream<Uint8Array>, signal)) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* arrived.splice(0);
  }
}

/**
 * What arrives. An abort ends it here: that of a request does not reach its body any more once Node has
 * collected the request.
 */
async function* untilAborted(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      yield piece.value;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
