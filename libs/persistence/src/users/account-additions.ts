import type { AuditEntry, AuditTrail, PendingAudit } from '@chat/domain/audit/audit-trail';
import type { Localpart } from '@chat/domain/shared/jid';
import type { NewAccount } from '@chat/domain/users/user-repository';
import type { CurrentTransaction } from '../current-transaction.js';
import { isDatabaseAway } from '../database-away.js';
import { isRepeatable } from '../database-error.js';
import { MAX_ATTEMPTS } from '../transactions.js';
import { insertAccounts } from './insert-accounts.js';
import type { Addition, InsertedRow } from './insert-accounts.js';

interface Waiting {
  readonly account: NewAccount;
  readonly pending: PendingAudit | null;
  resolve(stored: boolean): void;
  reject(error: unknown): void;
}

const MAX_BATCH = 256;

/**
 * Single accounts that are added in one turn of the event loop share one statement, which is one
 * transaction; each is stored with the audit entry of its own request, or not at all. When the
 * statement fails for another reason than a lost database, each account is tried alone, so that
 * nobody fails because of a neighbour.
 */
export class AccountAdditions {
  private waiting: Waiting[] = [];
  private scheduled = false;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly audit: AuditTrail,
  ) {}

  /** To be called in the context of the request. @returns false when the name is taken */
  add(account: NewAccount): Promise<boolean> {
    const pending = this.audit.pending();
    return new Promise((resolve, reject) => {
      this.waiting.push({ account, pending, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.store(this.nextBatch());
    });
  }

  /** Each name once: a second one of the same turn waits for the next batch. */
  private nextBatch(): readonly Waiting[] {
    const names = new Set<Localpart>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    for (const waiting of this.waiting) {
      const { username } = waiting.account.user;
      if (names.has(username) || batch.length === MAX_BATCH) later.push(waiting);
      else batch.push(waiting);
      names.add(username);
    }
    this.waiting = later;
    if (later.length > 0) this.schedule();
    return batch;
  }

  private async store(batch: readonly Waiting[], attempt = 1): Promise<void> {
    const taken = new Map<Waiting, AuditEntry>();
    try {
      const additions = batch.map((waiting): Addition => {
        const audit = waiting.pending?.take() ?? null;
        if (audit !== null) taken.set(waiting, audit);
        return { account: waiting.account, audit };
      });
      const { statement, values } = insertAccounts(additions);
      const { rows } = await this.db.runAlone<InsertedRow>(statement, values);
      const stored = new Set(rows.map(({ username }) => username));
      for (const waiting of batch) {
        const isStored = stored.has(waiting.account.user.username);
        if (!isStored && taken.has(waiting)) waiting.pending?.giveBack();
        waiting.resolve(isStored);
      }
    } catch (error) {
      for (const waiting of taken.keys()) waiting.pending?.giveBack();
      if (isRepeatable(error) && attempt < MAX_ATTEMPTS) return this.store(batch, attempt + 1);
      if (batch.length === 1 || isDatabaseAway(error)) {
        for (const waiting of batch) waiting.reject(error);
      } else {
        for (const waiting of batch) await this.store([waiting]);
      }
    }
  }
}
