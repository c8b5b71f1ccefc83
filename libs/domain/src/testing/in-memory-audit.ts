import { AuditReader, isChange, SEARCHED_DETAILS } from '../audit/audit-search.js';
import type { AuditFilter, AuditPage, LoggedEntry } from '../audit/audit-search.js';
import type { AuditEntry } from '../audit/audit-trail.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { Rows } from './rows.js';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Times have a resolution of one second. */
export function appendEntry(
  { audit }: Rows,
  { kind: _kind, accountId: _id, ...entry }: AuditEntry,
): void {
  const logId = Math.max(0, ...audit.keys()) + 1;
  const timestamp = new Date(secondOf(entry) * SECOND_MS);
  audit.set(logId, { ...entry, timestamp, logId });
}

export class InMemoryAuditReader extends AuditReader {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  search(filter: AuditFilter) {
    const { offset, limit } = filter;
    return batches(this.found(filter).slice(offset, offset + Math.max(0, limit)));
  }

  async page(filter: AuditFilter): Promise<AuditPage> {
    const left = this.found(filter).slice(filter.offset);
    const last = left.length > filter.limit ? left[filter.limit - 1] : undefined;
    const next = last ? { value: String(secondOf(last)), key: String(last.logId) } : null;
    return { batches: this.search(filter), next };
  }

  private found({
    username,
    concerns,
    changes,
    from,
    to,
    details,
    after,
  }: AuditFilter): readonly LoggedEntry[] {
    const isBehind = (entry: LoggedEntry) => {
      if (after === null) return true;
      const later = secondOf(entry) - Number(after.value) || entry.logId - Number(after.key);
      return later < 0;
    };
    const found = [...this.database.rows.audit.values()]
      .filter((entry) => username === null || entry.username === username)
      .filter((entry) => concerns === null || entry.concerns.some((name) => isFor(name, concerns)))
      .filter((entry) => changes === null || isChange(entry) === changes)
      .filter((entry) => from === null || secondOf(entry) >= from)
      .filter((entry) => to === null || secondOf(entry) <= to)
      .filter(isBehind)
      .filter((entry) =>
        SEARCHED_DETAILS.every(
          (name) =>
            details[name] === null || `; ${entry.details};`.includes(`; ${name}=${details[name]};`),
        ),
      );
    return found
      .sort((a, b) => secondOf(b) - secondOf(a) || b.logId - a.logId)
      .map(({ concerns: _concerns, ...entry }) => entry);
  }

  forget(days: number, limit: number): Promise<number> {
    const end = this.now().getTime() - days * DAY_MS;
    return this.database.change(({ audit }) => {
      const old = [...audit.values()].filter(({ timestamp }) => timestamp.getTime() < end);
      const gone = old.sort(oldestFirst).slice(0, limit);
      for (const { logId } of gone) audit.delete(logId);
      return gone.length;
    });
  }
}

const isFor = (name: string, user: string) => [user, `${user}@example.org`].includes(name);

function oldestFirst(a: LoggedEntry, b: LoggedEntry): number {
  return secondOf(a) - secondOf(b) || a.logId - b.logId;
}

function secondOf({ timestamp }: Pick<AuditEntry, 'timestamp'>): number {
  return Math.floor(timestamp.getTime() / SECOND_MS);
}
