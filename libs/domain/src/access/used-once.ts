/** `link`: a link into the console; `logout`: a logout token of an issuer. */
export type OnceKind = 'link' | 'logout';

/** What counts one time, on all instances; time is that of the database. Contract: extensions E14 */
export abstract class UsedOnce {
  /** @returns `false` if it is noted already */
  abstract note(kind: OnceKind, digest: Uint8Array, seconds: number): Promise<boolean>;
  /** Takes it away. @returns `false` if it was not noted, or its time is over */
  abstract take(kind: OnceKind, digest: Uint8Array): Promise<boolean>;
  /** Forgets some whose time is over. @returns how many, at most `limit` */
  abstract forget(limit: number): Promise<number>;
}
