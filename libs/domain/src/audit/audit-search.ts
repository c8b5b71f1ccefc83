import { DomainError } from '../shared/domain-error.js';
import type { AuditEntry } from './audit-trail.js';

export interface LoggedEntry extends AuditEntry {
  readonly logId: number;
}

/** Contract: core 8.3. Times are whole seconds since 1970, inclusive; `null` is no bound. */
export interface AuditFilter {
  readonly username: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly offset: number;
  readonly limit: number;
}

export class AuditWriteOnly extends DomainError {
  constructor() {
    super(
      'audit-write-only',
      'Could not get security audit logs, because the permission is set to write only',
      'SecurityLogs',
    );
  }
}

/** The audit log, shown unless it is write only. Contract: core 8.3 */
export class AuditSearch {
  constructor(
    private readonly reader: AuditReader,
    private readonly writeOnly: boolean,
  ) {}

  /** As {@link AuditReader.search}. @throws AuditWriteOnly */
  search(filter: AuditFilter): AsyncIterable<readonly LoggedEntry[]> {
    if (this.writeOnly) throw new AuditWriteOnly();
    return this.reader.search(filter);
  }
}

export abstract class AuditReader {
  /** Newest first (time, then id), in batches, read while they are consumed. */
  abstract search(filter: AuditFilter): AsyncIterable<readonly LoggedEntry[]>;
  /** Deletes at most `limit` entries older than `days` days. @returns how many went */
  abstract forget(days: number, limit: number): Promise<number>;
}
