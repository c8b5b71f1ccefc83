import type { Localpart } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';

/** of a reason, in characters */
export const MAX_REASON_LENGTH = 255;

/** What its author decides of a lockout. */
export interface LockoutTerms {
  readonly reason: string | null;
  readonly from: Date;
  /** excluded; `null`: without end */
  readonly until: Date | null;
}

/** By what they are kept as. */
export const LOCKOUT_SHOWN = {
  reason: 'reason',
  startsAt: 'from',
  endsAt: 'until',
} as const satisfies Readonly<Record<string, keyof LockoutTerms>>;

/** Contract: extensions E6.1 */
export interface Lockout extends LockoutTerms {
  readonly username: Localpart;
  /** name of the principal; `null`: not known */
  readonly author: string | null;
  readonly created: Date;
  /** whether it holds now, by the clock of the database */
  readonly active: boolean;
}

/** As received; what is absent has its default. */
export type LockoutDraft = {
  readonly [K in keyof LockoutTerms]?: LockoutTerms[K] | null | undefined;
};

/** Which lockouts a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface LockoutSelection {
  /** `false`: those that begin later, and those that have ended, which are shown with nothing else */
  readonly active: boolean | null;
  /** exactly */
  readonly author: string | null;
}

/** A user whose row is locked until the transaction ends. */
export interface HeldLockout {
  /** now, by the clock of the database, in whole milliseconds */
  readonly now: Date;
  /** `null`: none, or one that had ended, which has been removed */
  readonly lockout: Lockout | null;
}

/**
 * Lockouts. One that has ended counts as absent, although it is stored until somebody removes it, with an audit entry by
 * `service`.
 */
export abstract class LockoutRepository {
  /**
   * Locks a user out now and without end; else an earlier lockout stays as it is. Idempotent; with the audit entry of the
   * request.
   * @param author whose name a new lockout gets
   * @returns false if there is no such user
   */
  abstract lock(username: Localpart, author: string): Promise<boolean>;
  /** Idempotent, as {@link lock}. */
  abstract unlock(username: Localpart): Promise<boolean>;
  /** Also one that has ended, as long as it is stored. */
  abstract find(username: Localpart): Promise<Lockout | null>;
  abstract select(selection: LockoutSelection): OrderedList<Lockout>;
  /** Inside a transaction. @returns `null` if there is no such user */
  abstract hold(username: Localpart): Promise<HeldLockout | null>;
  /** Creates or replaces the lockout of a user who is held; the time of its creation stays. */
  abstract put(username: Localpart, terms: LockoutTerms, author: string): Promise<void>;
  /**
   * Ends what lockouts end at their start, such as tokens, once for each and on one instance. Sessions in the chat are not
   * closed.
   * @returns whose they are, at most `limit`
   */
  abstract begin(limit: number): Promise<readonly Localpart[]>;
  /** Removes lockouts that have ended. @returns whose they were, at most `limit` */
  abstract end(limit: number): Promise<readonly Localpart[]>;
}

export const isActive = ({ from, until }: LockoutTerms, now: Date): boolean =>
  from <= now && (until === null || until > now);

export const hasEnded = ({ until }: LockoutTerms, now: Date): boolean =>
  until !== null && until <= now;
