import type { Localpart } from '../shared/jid.js';

/**
 * Notifies of changed passwords, lockouts and deletions on any instance, so that cached logins are
 * invalidated.
 */
export abstract class LoginChanges {
  /** False while changes may go unnoticed; cached logins must not be used then. */
  abstract get reliable(): boolean;
  /** @param listener gets the user name, or `null` if any login may have changed */
  abstract subscribe(listener: (username: Localpart | null) => void): void;
  /**
   * Reports a login changed by this instance: local listeners run before the request is answered.
   */
  abstract changed(username: Localpart): void;
}
