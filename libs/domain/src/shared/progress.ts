/**
 * Where a request that acts in pieces has got to, kept with its idempotency key: sent again, it goes on
 * from there. Contract: extensions E4.1
 */
export interface Progress {
  /** what was noted last, also by an earlier try; `null`: nothing */
  readonly position: string | null;
  /** For what has been done cannot be undone. */
  note(position: string): Promise<void>;
}

/** Of who has no key, and begins anew each time. */
export const NO_PROGRESS: Progress = { position: null, note: () => Promise.resolve() };
