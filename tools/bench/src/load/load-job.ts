/** In a request it stands for the number of the request, eight digits wide. */
export const NUMBER = '{n}';
export const NUMBER_WIDTH = 8;

/** Requests over keep-alive connections, the next one when the answer to the last is there. */
export interface LoadJob {
  readonly port: number;
  /** request as it goes over the wire, with {@link NUMBER} in any place */
  readonly request: string;
  readonly numbers:
    | { readonly kind: 'random'; readonly below: number }
    | { readonly kind: 'sequence'; readonly from: number };
  readonly connections: number;
  /** either a time or a number of requests */
  readonly until: { readonly ms: number } | { readonly requests: number };
  /** pause of a connection between an answer and its next request */
  readonly pauseMs?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  /** from the request to the last byte of the answer */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** from the request to the first byte of the answer's body */
  readonly firstByteP50Ms: number;
}
