import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** What is being timed. */
export interface OpenSpan {
  /** it has ended: what goes on afterwards does not belong to it */
  readonly isOver: boolean;
  /** @param attributes known only now */
  end(failed: boolean, attributes?: SpanAttributes): void;
}

/** The trace that a request belongs to, as its caller says. https://www.w3.org/TR/trace-context/ */
export interface Trace {
  /** 32 hexadecimal digits */
  readonly id: string;
  /** the header, passed on as it came, or of the span of this request */
  readonly header: string;
  /** where spans are told */
  readonly span?: OpenSpan;
}

/** Later versions may have more, after another hyphen. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.{0,256})?$/;
const FIRST_VERSION_LENGTH = 55;

const current = new AsyncLocalStorage<Trace>();

/** @param sent the header `traceparent`. @returns `null` for none, and for one that cannot be read */
export function traceOf(sent: string | string[] | undefined): Trace | null {
  if (typeof sent !== 'string') return null;
  const id = TRACEPARENT.exec(sent)?.[1];
  if (id === undefined || (sent.startsWith('00') && sent.length > FIRST_VERSION_LENGTH))
    return null;
  return { id, header: sent };
}

/** Runs the rest of a request so that what it asks of others carries its trace. */
export function withTrace<T>(trace: Trace | null, work: () => T): T {
  return trace === null ? work() : current.run(trace, work);
}

/** `null` outside of a trace. */
export const currentTrace = (): Trace | null => current.getStore() ?? null;

/** The header `traceparent` for what is asked of others; `null` outside of a trace. */
export const currentTraceparent = (): string | null => currentTrace()?.header ?? null;
