import type { Localpart } from '../shared/jid.js';

export abstract class LockoutRepository {
  /** Nothing happens when the user is locked already. The user must exist. */
  abstract lock(username: Localpart): Promise<void>;
  /** Nothing happens when the user is not locked. */
  abstract unlock(username: Localpart): Promise<void>;
}
