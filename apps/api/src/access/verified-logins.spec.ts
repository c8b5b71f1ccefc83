import { localpart } from '@chat-admin/domain/shared/jid';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { LoginChanges } from '@chat-admin/domain/users/login-changes';
import { VerifiedLogins } from './verified-logins.js';

class SeededChanges extends LoginChanges {
  reliable = true;
  private tell: (username: Localpart | null) => void = () => undefined;
  subscribe(listener: (username: Localpart | null) => void): void {
    this.tell = listener;
  }
  changed(username: Localpart): void {
    this.tell(username);
  }
  announce(username: Localpart | null): void {
    this.tell(username);
  }
}

const ola = { id: '1', username: localpart('ola')! };
const zoe = { id: '2', username: localpart('zoe')! };

describe('VerifiedLogins', () => {
  let now: number;
  let changes: SeededChanges;
  let logins: VerifiedLogins;
  beforeEach(() => {
    now = 0;
    changes = new SeededChanges();
    logins = new VerifiedLogins(changes, () => now);
    logins.begin()('Basic ola', ola);
    logins.begin()('Basic zoe', zoe);
  });

  it('remembers exactly the verified values', () => {
    expect(logins.find('Basic ola')).toBe(ola);
    expect(logins.find('Basic OLA')).toBeNull();
  });

  it('forgets when a lockout begins, counted from before it was read', () => {
    const remember = logins.begin();
    now += 500;
    remember('Basic ola', ola, 2_000);
    now = 1_999;
    expect(logins.find('Basic ola')).toBe(ola);
    now = 2_000;
    expect(logins.find('Basic ola')).toBeNull();
  });

  it('forgets after 30 seconds', () => {
    now = 29_999;
    expect(logins.find('Basic ola')).toBe(ola);
    now = 30_000;
    expect(logins.find('Basic ola')).toBeNull();
  });

  it('forgets a user whose password or lockout changes, and no other user', () => {
    changes.announce(ola.username);
    expect(logins.find('Basic ola')).toBeNull();
    expect(logins.find('Basic zoe')).toBe(zoe);
  });

  it('forgets everything when any login may have changed', () => {
    changes.announce(null);
    expect(logins.find('Basic zoe')).toBeNull();
  });

  it('does not remember a check overtaken by a change', () => {
    const remember = logins.begin();
    changes.announce(ola.username);
    remember('Basic ola', ola);
    expect(logins.find('Basic ola')).toBeNull();
  });

  it('remembers nothing while changes may go unnoticed', () => {
    changes.reliable = false;
    expect(logins.find('Basic ola')).toBeNull();
  });
});
