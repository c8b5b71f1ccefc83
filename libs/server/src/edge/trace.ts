import { AsyncLocalStorage } from 'node:async_hooks';

/** The trace that a request belongs to, as its caller says. https://www.w3.org/TR/trace-context/ */
export interface Trace {
  /** 32 hexadecimal digits */
  readonly id: string;
  /** the header, passed on as it came */
  readonly header: string;
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

/** The header `traceparent` for what is asked of others; `null` outside of a trace. */
export const currentTraceparent = (): string | null => current.getStore()?.header ?? null;
