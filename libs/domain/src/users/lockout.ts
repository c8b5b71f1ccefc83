import type { Localpart } from '../shared/jid.js';

export abstract class LockoutRepository {
  /** Idempotent. The user must exist. */
  abstract lock(username: Localpart): Promise<void>;
  /** Idempotent. */
  abstract unlock(username: Localpart): Promise<void>;
}
