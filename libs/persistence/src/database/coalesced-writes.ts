import type { AuditEntry, AuditTrail, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { isDatabaseAway } from './database-away.js';
import { isRepeatable } from './database-error.js';
import { MAX_ATTEMPTS } from './repeated.js';

/** An item that is written together with the audit entry of its request, or not at all. */
export interface Audited<Item> {
  readonly item: Item;
  readonly audit: AuditEntry | null;
  /** `null`: nobody asked for it */
  readonly origin: ChangeOrigin | null;
}

export interface WriteTarget<Key, Item> {
  keyOf(item: Item): Key;
  /** One statement that is a separate transaction; keys are distinct. @returns the keys stored */
  store(items: readonly Audited<Item>[]): Promise<ReadonlySet<Key>>;
}

interface Waiting<Key, Item> {
  readonly key: Key;
  readonly item: Item;
  readonly pending: PendingAudit | null;
  resolve(stored: boolean): void;
  reject(error: unknown): void;
}

const MAX_BATCH = 256;

/**
 * Items added in one turn of the event loop share one statement, which is one transaction; each is
 * stored with the audit entry of its own request, or not at all. If the statement fails, unless the
 * database is unavailable, each item is retried alone, so that no item fails because of another.
 */
export class CoalescedWrites<Key, Item> {
  private waiting: Waiting<Key, Item>[] = [];
  private scheduled = false;

  constructor(
    private readonly audit: AuditTrail,
    private readonly target: WriteTarget<Key, Item>,
  ) {}

  /** Must be called in the context of the request. @returns false if the target skipped the item */
  add(item: Item): Promise<boolean> {
    const key = this.target.keyOf(item);
    const pending = this.audit.pending();
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, item, pending, resolve, reject });
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

  /** Each key once: a duplicate of the same turn waits for the next batch. */
  private nextBatch(): readonly Waiting<Key, Item>[] {
    const keys = new Set<Key>();
    const batch: Waiting<Key, Item>[] = [];
    const later: Waiting<Key, Item>[] = [];
    for (const waiting of this.waiting) {
      if (keys.has(waiting.key) || batch.length === MAX_BATCH) later.push(waiting);
      else batch.push(waiting);
      keys.add(waiting.key);
    }
    this.waiting = later;
    if (later.length > 0) this.schedule();
    return batch;
  }

  private async store(batch: readonly Waiting<Key, Item>[], attempt = 1): Promise<void> {
    const taken = new Map<Waiting<Key, Item>, AuditEntry>();
    try {
      const items = batch.map((waiting): Audited<Item> => {
        const audit = waiting.pending?.take() ?? null;
        if (audit !== null) taken.set(waiting, audit);
        return { item: waiting.item, audit, origin: waiting.pending?.origin() ?? null };
      });
      const stored = await this.target.store(items);
      for (const waiting of batch) {
        const isStored = stored.has(waiting.key);
        const entry = taken.get(waiting);
        if (entry !== undefined && isStored) this.audit.stored(entry);
        else if (entry !== undefined) waiting.pending?.giveBack();
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

/** For the triggers that write events: who made the change of each row, by the row's key. */
export function originsByKey(
  changes: readonly { readonly key: unknown; readonly origin: ChangeOrigin | null }[],
): string {
  const by = changes.map(({ key, origin }) => [String(key), origin] as const);
  return JSON.stringify({ by: Object.fromEntries(by) });
}
