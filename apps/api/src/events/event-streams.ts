import { tooManyStreams } from '@chat-admin/codecs/errors/wire-errors';
import type { Principal } from '@chat-admin/domain/access/principal';
import { visibleTypes } from '@chat-admin/domain/events/event-queries';
import type { EventQueries, TypesAsked } from '@chat-admin/domain/events/event-queries';
import type { Event } from '@chat-admin/domain/events/event';
import type { EventType } from '@chat-admin/domain/events/event-types';
import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import type { EventNews } from '@chat-admin/domain/events/event-log';

const MOST_OF_ONE = 5;
const MOST = 200;
const COMMENT_MS = 15_000;
/** Several changes of credentials in a row are looked at once. */
const GATHER_MS = 100;

/** Who reads a stream. */
export interface Reader {
  readonly principal: Principal;
  /** Who it is now; `null`: its credentials have ended */
  recheck(): Promise<Principal | null>;
}

interface Stream {
  wake(): void;
  isToCheck: boolean;
}

export interface StreamOptions {
  readonly commentMs?: number;
  /** events that this instance has not been told of are looked for, now and then */
  isDraining(): boolean;
}

/** The event streams of this instance. Contract: extensions E8.2 */
export class EventStreams {
  private readonly streams = new Set<Stream>();
  private readonly counts = new Map<string, number>();
  private checkTimer: NodeJS.Timeout | null = null;
  private closed = false;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly queries: EventQueries,
    news: EventNews,
    private readonly options: StreamOptions,
  ) {
    this.unsubscribe = news.subscribe(() => {
      queries.forgetShared();
      for (const stream of this.streams) stream.wake();
    });
  }

  /** Credentials may have ended. */
  recheck(): void {
    if (this.checkTimer !== null || this.streams.size === 0) return;
    this.checkTimer = setTimeout(() => {
      this.checkTimer = null;
      for (const stream of this.streams) {
        stream.isToCheck = true;
        stream.wake();
      }
    }, GATHER_MS);
    this.checkTimer.unref();
  }

  /** Ends all. */
  close(): void {
    this.closed = true;
    this.unsubscribe();
    if (this.checkTimer !== null) clearTimeout(this.checkTimer);
    for (const stream of this.streams) stream.wake();
  }

  /**
   * @param sent the id that the reader has seen last; `null`: begins with the next event
   * @returns text of the stream; it takes a place until it is closed. @throws EventsGone, WireFault
   */
  async open(
    sent: string | null,
    types: TypesAsked,
    reader: Reader,
    write: (event: Event) => string,
  ): Promise<AsyncGenerator<string>> {
    const { id } = reader.principal;
    const visible = visibleTypes(types, reader.principal.scopes);
    if (this.streams.size >= MOST || (this.counts.get(id) ?? 0) >= MOST_OF_ONE) {
      throw tooManyStreams();
    }
    let wake: () => void = () => undefined;
    const stream: Stream = { wake: () => wake(), isToCheck: false };
    this.streams.add(stream);
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    const leave = () => this.leave(stream, id);
    const after = await this.queries.place(sent).catch((error: unknown) => {
      leave();
      throw error;
    });
    const sleep = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return onceClosed(this.text(stream, after, types, visible, reader, write, sleep), () => {
      leave();
      wake();
    });
  }

  private leave(stream: Stream, id: string): void {
    if (!this.streams.delete(stream)) return;
    const count = this.counts.get(id)! - 1;
    if (count === 0) this.counts.delete(id);
    else this.counts.set(id, count);
  }

  private async *text(
    stream: Stream,
    from: number,
    types: TypesAsked,
    shown: ReadonlySet<EventType>,
    reader: Reader,
    write: (event: Event) => string,
    sleep: (ms: number) => Promise<void>,
  ): AsyncGenerator<string> {
    const { commentMs = COMMENT_MS } = this.options;
    let [after, visible] = [from, shown];
    let { principal } = reader;
    let commented = Date.now();
    yield 'retry: 3000\n\n';
    while (this.streams.has(stream) && !this.closed && !this.options.isDraining()) {
      if (stream.isToCheck || isExpired(principal)) {
        stream.isToCheck = false;
        const now = await reader.recheck();
        const still = now && stillVisible(types, now);
        if (now === null || still === null) return;
        [principal, visible] = [now, still];
      }
      const waits = sleep(
        Math.max(1, Math.min(commented + commentMs, endOf(principal)) - Date.now()),
      );
      const page = await this.queries.following(after);
      const text = page.events.filter(({ type }) => visible.has(type)).map(write);
      after = page.reached;
      if (text.length > 0) yield text.join('');
      if (!page.isLast) {
        stream.wake(); // nothing is waited for
        continue;
      }
      await waits;
      if (Date.now() < commented + commentMs) continue;
      commented = Date.now();
      stream.isToCheck = true;
      this.queries.forgetShared();
      yield ':\n\n';
    }
  }
}

const isExpired = (principal: Principal): boolean => endOf(principal) <= Date.now();

const endOf = ({ expires }: Principal): number => expires?.getTime() ?? Infinity;

function stillVisible(types: TypesAsked, { scopes }: Principal): ReadonlySet<EventType> | null {
  if (!scopes.covers('events:read')) return null;
  try {
    return visibleTypes(types, scopes);
  } catch (error) {
    if (error instanceof ScopeMissing) return null;
    throw error;
  }
}

/** A generator that waits is closed only when it goes on, so what it holds is given back before. */
function onceClosed(text: AsyncGenerator<string>, close: () => void): AsyncGenerator<string> {
  const back = text.return.bind(text);
  text.return = (value) => {
    close();
    return back(value);
  };
  const next = text.next.bind(text);
  text.next = async (...given) => {
    const step = await next(...given);
    if (step.done) close();
    return step;
  };
  return text;
}
