import { asLabel } from '../audit/audit-trail.js';
import type { Localpart } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { Transactions } from '../shared/transactions.js';
import { hasEnded, isActive, LockoutRepository } from '../users/lockout.js';
import type { HeldLockout, Lockout, LockoutSelection, LockoutTerms } from '../users/lockout.js';
import type { LoginChanges } from '../users/login-changes.js';
import { appendEntry } from './in-memory-audit.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { orderedList } from './in-memory-lists.js';
import type { AccountRow, Rows } from './rows.js';

export const isLocked = (lockout: Lockout | null): boolean =>
  lockout !== null && isActive(lockout, new Date());

export function lockedIn(lockout: Lockout | null): number | null {
  const wait = lockout === null ? 0 : lockout.from.getTime() - Date.now();
  return wait > 0 ? wait : null;
}

export class InMemoryLockoutRepository extends LockoutRepository {
  private readonly begun = new WeakSet<Lockout>();

  constructor(
    private readonly database: InMemoryDatabase,
    private readonly transactions: Transactions,
    private readonly logins: LoginChanges,
  ) {
    super();
  }

  async lock(username: Localpart, author: string): Promise<boolean> {
    const reason = null;
    return this.change(username, (before, now) => {
      const from = before !== null && before.from < now ? before.from : now;
      const made = { username, reason, author, created: now, active: true };
      return { ...made, ...before, from, until: null };
    });
  }

  unlock(username: Localpart): Promise<boolean> {
    return this.change(username, () => null);
  }

  async find(username: Localpart): Promise<Lockout | null> {
    return shown(this.row(username)?.lockout ?? null);
  }

  select({ active, author }: LockoutSelection): OrderedList<Lockout> {
    const entries = () =>
      [...this.database.rows.accounts.values()]
        .flatMap(({ lockout }) => shown(lockout) ?? [])
        .filter((one) => (active === null ? !hasEnded(one, new Date()) : one.active === active))
        .filter((one) => author === null || one.author === author);
    return orderedList(entries, (one, sort) => [placeOf(one, sort), one.username]);
  }

  async hold(username: Localpart): Promise<HeldLockout | null> {
    if (this.row(username) === undefined) return null;
    await this.removeEnded(username);
    return { now: new Date(), lockout: await this.find(username) };
  }

  async put(username: Localpart, terms: LockoutTerms, author: string): Promise<void> {
    await this.change(username, (before, now) => {
      const created = before?.created ?? now;
      return { username, ...terms, author, created, active: isActive(terms, now) };
    });
  }

  async begin(limit: number): Promise<readonly Localpart[]> {
    const due = [...this.database.rows.accounts.values()]
      .flatMap(({ lockout }) => lockout ?? [])
      .filter((one) => one.from <= new Date() && !this.begun.has(one))
      .slice(0, limit);
    for (const one of due) this.begun.add(one);
    return due.map(({ username }) => username);
  }

  async end(limit: number): Promise<readonly Localpart[]> {
    const ended = [...this.database.rows.accounts.values()]
      .flatMap(({ lockout }) => lockout ?? [])
      .filter((one) => hasEnded(one, new Date()))
      .slice(0, limit);
    for (const { username } of ended) {
      await this.removeEnded(username);
      this.logins.changed(username);
    }
    return ended.map(({ username }) => username);
  }

  private row(username: Localpart): AccountRow | undefined {
    return this.database.rows.accounts.get(username);
  }

  private async removeEnded(username: Localpart): Promise<void> {
    const lockout = this.row(username)?.lockout ?? null;
    if (lockout === null || !hasEnded(lockout, new Date())) return;
    await this.database.change((rows) => {
      set(rows, username, null);
      appendEntry(rows, {
        ...asLabel('service'),
        timestamp: new Date(),
        summary: `END lockout ${username}`,
        node: '',
        details: `object=/lockouts/${username}; outcome=200`,
        concerns: [username],
      });
    });
  }

  private async change(
    username: Localpart,
    next: (before: Lockout | null, now: Date) => Lockout | null,
  ): Promise<boolean> {
    if (this.row(username) === undefined) return false;
    await this.transactions.run(async () => {
      await this.removeEnded(username);
      const after = next(this.row(username)!.lockout, new Date());
      if (after !== null && after.from <= new Date()) this.begun.add(after);
      await this.database.change((rows) => set(rows, username, after));
    });
    await this.transactions.afterCommit(async () => this.logins.changed(username));
    return true;
  }
}

function set({ accounts }: Rows, username: Localpart, lockout: Lockout | null): void {
  accounts.set(username, { ...accounts.get(username)!, lockout });
}

const shown = (lockout: Lockout | null): Lockout | null =>
  lockout && { ...lockout, active: isActive(lockout, new Date()) };

function placeOf({ username, created, until }: Lockout, sort: string): string | number {
  if (sort === 'username') return username;
  return (sort === 'created' ? created : (until ?? new Date(0))).getTime() * 1000;
}
