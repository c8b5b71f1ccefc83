import type { Localpart } from '../shared/jid.js';
import type { Scope } from '../shared/scopes.js';

/**
 * What a session was begun with; it ends when that counts no more. `proof`: a digest that only this
 * password, shared secret or secret of a key has.
 */
export type SessionOrigin =
  | { readonly kind: 'login'; readonly username: Localpart; readonly proof: Uint8Array }
  | { readonly kind: 'secret'; readonly proof: Uint8Array }
  | { readonly kind: 'key'; readonly keyId: string; readonly proof: Uint8Array }
  | { readonly kind: 'token'; readonly scopes: readonly Scope[]; readonly expires: Date };

/** A session of somebody who has signed in with a browser. Contract: extensions E5.5 */
export interface ConsoleSession {
  /** SHA-256 of the token in its cookie */
  readonly digest: Uint8Array;
  readonly principalId: string;
  readonly principalName: string;
  readonly origin: SessionOrigin;
}

/** A session that has not ended by time. */
export interface OpenSession extends ConsoleSession {
  /** when it ends if nothing more comes */
  readonly ends: Date;
}

/** The stored sessions, of all instances; time is that of the database. */
export abstract class ConsoleSessions {
  /** The oldest ones of the principal end if there are too many. */
  abstract begin(session: ConsoleSession): Promise<OpenSession>;
  /**
   * @param isUse whether it lasts longer for it, which is written at most once a minute
   * @returns `null` if it is unknown or has ended
   */
  abstract find(digest: Uint8Array, isUse: boolean): Promise<OpenSession | null>;
  abstract end(digest: Uint8Array): Promise<void>;
  /** Ends those of the principal but this one. */
  abstract endOthers(principalId: string, digest: Uint8Array): Promise<void>;
  /** Forgets some that have ended. @returns how many, at most `limit` */
  abstract forget(limit: number): Promise<number>;
}
