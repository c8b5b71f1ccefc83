/** Placeholder for the number of the request, eight digits wide. */
export const NUMBER = '{n}';
export const NUMBER_WIDTH = 8;

/** Requests over keep-alive connections, each sent once the previous one is answered. */
export interface LoadJob {
  readonly port: number;
  /** the raw request, with {@link NUMBER} anywhere */
  readonly request: string;
  readonly numbers:
    | { readonly kind: 'random'; readonly below: number }
    | { readonly kind: 'sequence'; readonly from: number };
  readonly connections: number;
  /** a duration or a number of requests */
  readonly until: { readonly ms: number } | { readonly requests: number };
  /** pause of a connection between a response and its next request */
  readonly pauseMs?: number;
  /** of all connections together: each waits for its turn, and catches up when it is late; default: no bound */
  readonly perSecond?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  /** from the request to the last byte of the response */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** from the request to the first byte of the response body */
  readonly firstByteP50Ms: number;
}
