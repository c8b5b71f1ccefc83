import { DomainError } from '../shared/domain-error.js';
import type { AuditEntry } from './audit-trail.js';

export interface LoggedEntry extends AuditEntry {
  readonly logId: number;
}

/** Contract: core 8.3. Times are whole seconds since the epoch, inclusive; `null`: unbounded. */
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

/** Reads the audit log, unless it is write-only. Contract: core 8.3 */
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
  /** Newest first (time, then id), in batches fetched while they are consumed. */
  abstract search(filter: AuditFilter): AsyncIterable<readonly LoggedEntry[]>;
  /** Deletes up to `limit` entries older than `days` days. @returns how many were deleted */
  abstract forget(days: number, limit: number): Promise<number>;
}
