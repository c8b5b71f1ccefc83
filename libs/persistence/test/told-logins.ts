import { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { Localpart } from '@chat-admin/domain/shared/jid';

/** Remembers which logins it was told to have changed. */
export class ToldLogins extends LoginChanges {
  readonly reliable = true;
  readonly told: Localpart[] = [];

  subscribe(): void {}

  changed(username: Localpart): void {
    this.told.push(username);
  }
}
