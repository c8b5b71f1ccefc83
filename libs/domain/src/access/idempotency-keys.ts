/** Visible ASCII without quotes and backslashes, in quotes or not. */
export const KEY_PATTERN = String.raw`^(?:"([!#-[\]-~]{1,255})"|([!#-[\]-~]{1,255}))$`;

/** An answer to be sent again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** in UTF-8; `null`: it had none, or one too long to be kept */
  readonly body: Uint8Array | null;
  readonly isTruncated: boolean;
}

/**
 * Keeps the answer, without its body if too much is kept for the caller, in the transaction of the
 * calling code if there is one. @returns `false` if another instance has taken this one for dead,
 * and carries out the request itself
 */
export type Keep = (answer: KeptAnswer) => Promise<boolean>;

/** How far work in pieces has got, over all tries. */
export interface KeptProgress {
  /** `null`: none is done */
  readonly position: string | null;
  /** @returns `false` if another instance has taken this one for dead, and carries out the request itself */
  readonly note: (position: string) => Promise<boolean>;
}

/** `in-progress`: somebody carries it out just now; `other-request`: the key belongs to another one. */
export type Once<T> =
  | { readonly outcome: 'done'; readonly result: T }
  | { readonly outcome: 'kept'; readonly answer: KeptAnswer }
  | { readonly outcome: 'in-progress' }
  | { readonly outcome: 'other-request' };

/** Digests of a caller, and of the caller and the text of a key. */
export interface CallersKey {
  readonly caller: Uint8Array;
  readonly digest: Uint8Array;
  /** what programs of former releases, which may run beside, note instead; `null`: the same */
  readonly formerDigest: Uint8Array | null;
}

/** Lets requests that are sent again act once, on all instances. Contract: extensions E4.1 */
export abstract class IdempotencyKeys {
  /**
   * Runs `work` unless it has been done, or is being done. A failure frees the key; where a position has been
   * noted, for the same request alone, which goes on from it.
   * @param fingerprint of the request
   */
  abstract once<T>(
    key: CallersKey,
    fingerprint: Uint8Array,
    work: (keep: Keep, progress: KeptProgress) => Promise<T>,
  ): Promise<Once<T>>;

  /** Forgets what is older. @returns how many, at most `limit` */
  abstract forget(days: number, limit: number): Promise<number>;
}
