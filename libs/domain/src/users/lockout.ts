import type { Localpart } from '../shared/jid.js';

export abstract class LockoutRepository {
  /** Idempotent; with the audit entry of the request. @returns false if there is no such user */
  abstract lock(username: Localpart): Promise<boolean>;
  /** As {@link lock}. */
  abstract unlock(username: Localpart): Promise<boolean>;
}
