import { AuditReader } from '../audit/audit-search.js';
import type { AuditFilter, LoggedEntry } from '../audit/audit-search.js';
import type { AuditEntry } from '../audit/audit-trail.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { Rows } from './rows.js';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Times have a resolution of one second. */
export function appendEntry({ audit }: Rows, entry: AuditEntry): void {
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

  search({ username, from, to, offset, limit }: AuditFilter) {
    const found = [...this.database.rows.audit.values()]
      .filter((entry) => username === null || entry.username === username)
      .filter((entry) => from === null || secondOf(entry) >= from)
      .filter((entry) => to === null || secondOf(entry) <= to)
      .sort((a, b) => secondOf(b) - secondOf(a) || b.logId - a.logId);
    return batches(found.slice(offset, offset + Math.max(0, limit)));
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

function oldestFirst(a: LoggedEntry, b: LoggedEntry): number {
  return secondOf(a) - secondOf(b) || a.logId - b.logId;
}

function secondOf({ timestamp }: AuditEntry): number {
  return Math.floor(timestamp.getTime() / SECOND_MS);
}
