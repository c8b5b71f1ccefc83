import { createHmac, randomBytes } from 'node:crypto';
import { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Managed } from '@chat-admin/domain/users/managed-objects';

/** An account, and what it is called. */
export interface NamedAccount {
  readonly id: string;
  readonly username: Localpart;
  /** whose directory has judged the password; without it, it is kept here */
  readonly keeper?: Managed | null;
}

interface VerifiedLogin {
  readonly account: NamedAccount;
  readonly until: number;
}

const LIFETIME_MS = 30_000;
const MAX_LOGINS = 10_000;

/**
 * Caches briefly which `Authorization` values have been verified, so that keys are not derived for
 * every request. Values are stored as HMACs under a key of this process. A changed password or
 * lockout on any instance invalidates the user's entries immediately; while changes may go
 * unnoticed, nothing is cached.
 */
export class VerifiedLogins {
  private readonly key = randomBytes(32);
  private readonly logins = new Map<string, VerifiedLogin>();
  private generation = 0;

  constructor(
    private readonly changes: LoginChanges,
    private readonly now: () => number = () => performance.now(),
  ) {
    changes.subscribe((username) => this.forget(username));
  }

  find(authorization: string): NamedAccount | null {
    if (!this.changes.reliable) return null;
    const key = this.hash(authorization);
    const login = this.logins.get(key);
    if (login === undefined) return null;
    if (login.until > this.now()) return login.account;
    this.logins.delete(key);
    return null;
  }

  /**
   * Call before the credentials are read; the result caches a success, unless a login has changed
   * in the meantime, until the account is locked out in `lockedIn` milliseconds.
   */
  begin(): (authorization: string, account: NamedAccount, lockedIn?: number | null) => void {
    const { generation } = this;
    const begun = this.now();
    return (authorization, account, lockedIn = null) => {
      if (generation !== this.generation || !this.changes.reliable) return;
      if (this.logins.size >= MAX_LOGINS) this.logins.clear();
      const until = Math.min(this.now() + LIFETIME_MS, begun + (lockedIn ?? Infinity));
      this.logins.set(this.hash(authorization), { account, until });
    };
  }

  private forget(username: Localpart | null): void {
    this.generation += 1;
    if (username === null) {
      this.logins.clear();
      return;
    }
    for (const [key, login] of this.logins)
      if (login.account.username === username) this.logins.delete(key);
  }

  private hash(authorization: string): string {
    return createHmac('sha256', this.key).update(authorization).digest('base64');
  }
}
