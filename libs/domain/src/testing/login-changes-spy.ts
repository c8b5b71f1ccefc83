import type { Localpart } from '../shared/jid.js';
import { LoginChanges } from '../users/login-changes.js';

/** Records the changed logins and passes them on. */
export class LoginChangesSpy extends LoginChanges {
  readonly reliable = true;
  readonly told: Localpart[] = [];
  private readonly listeners = new Set<(username: Localpart | null) => void>();

  subscribe(listener: (username: Localpart | null) => void): void {
    this.listeners.add(listener);
  }

  changed(username: Localpart): void {
    this.told.push(username);
    for (const listener of this.listeners) listener(username);
  }
}
