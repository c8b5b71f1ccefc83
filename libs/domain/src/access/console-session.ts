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

/** What is kept of a sign-in at an issuer. Contract: extensions E14 */
export interface IssuerSession {
  /** the issuer's name of its own session; `null`: it does not say */
  readonly id: string | null;
  /** its ID token, which only the cookie opens */
  readonly sealed: Uint8Array;
}

/** The stored sessions, of all instances; time is that of the database. */
export abstract class ConsoleSessions {
  /** The oldest ones of the principal end if there are too many. */
  abstract begin(session: ConsoleSession, issuer?: IssuerSession | null): Promise<OpenSession>;
  /**
   * @param isUse whether it lasts longer for it, which is written at most once a minute
   * @returns `null` if it is unknown or has ended
   */
  abstract find(digest: Uint8Array, isUse: boolean): Promise<OpenSession | null>;
  abstract end(digest: Uint8Array): Promise<void>;
  /** Ends those of the principal but this one. */
  abstract endOthers(principalId: string, digest: Uint8Array): Promise<void>;
  /** The sealed ID token; `null`: an issuer has not begun it. */
  abstract sealed(digest: Uint8Array): Promise<Uint8Array | null>;
  /** Ends those of a session at the issuer. @param principals what the ids of its subjects begin with */
  abstract endOfIssuer(id: string, principals: string): Promise<void>;
  /** Ends those of a subject. @param isAll otherwise those of which the issuer has named no session */
  abstract endOfSubject(principalId: string, isAll: boolean): Promise<void>;
  /** Forgets some that have ended. @returns how many, at most `limit` */
  abstract forget(limit: number): Promise<number>;
}
