import type { Localpart } from '../shared/jid.js';

/**
 * Tells that a password, a lockout or the existence of a user has changed, on whichever instance,
 * so that nobody keeps believing in a login that was checked before.
 */
export abstract class LoginChanges {
  /** False while a change may go unnoticed; nothing that was checked before counts then. */
  abstract get reliable(): boolean;
  /** @param listener gets the user name, or `null` when any login may have changed */
  abstract subscribe(listener: (username: Localpart | null) => void): void;
  /** This instance has changed a login: its listeners hear of it before anybody is answered. */
  abstract changed(username: Localpart): void;
}
