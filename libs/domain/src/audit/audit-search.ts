import { DomainError } from '../shared/domain-error.js';
import type { Position } from '../shared/paging.js';
import type { AuditEntry } from './audit-trail.js';

export interface LoggedEntry extends Omit<AuditEntry, 'kind' | 'accountId' | 'concerns'> {
  readonly logId: number;
}

/** Contract: core 8.3. Times are whole seconds since the epoch, inclusive; `null`: unbounded. */
export interface AuditFilter {
  readonly username: string | null;
  /** whom it concerned, under this name or one that the account had before; `null`: anybody */
  readonly concerns: string | null;
  /** only changes, or only others, see {@link isChange}; `null`: all */
  readonly changes: boolean | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly offset: number;
  readonly limit: number;
  /** exact details that entries have; `null`: any. Contract: extensions E1.2 */
  readonly details: Readonly<Record<SearchedDetail, string | null>>;
  /** only entries behind it in the log, which are older; `null`: from the newest on */
  readonly after: Position | null;
}

export const SEARCHED_DETAILS = ['object', 'outcome', 'address', 'request'] as const;
export type SearchedDetail = (typeof SEARCHED_DETAILS)[number];

/** All entries. */
export const WHOLE_LOG: Omit<AuditFilter, 'limit'> = {
  ...{
    username: null,
    concerns: null,
    changes: null,
    from: null,
    to: null,
    offset: 0,
    after: null,
  },
  details: { object: null, outcome: null, address: null, request: null },
};

const NO_CHANGE = /(?:^|; )(?:outcome=[45]\d\d|dryRun=true)(?:;|$)/;

/** Whether something was different afterwards: it was no refused attempt, no dry run, no sign-in or sign-out. */
export const isChange = ({ summary, details }: Pick<LoggedEntry, 'summary' | 'details'>): boolean =>
  !/^(?:POST|DELETE) session$/.test(summary) && !NO_CHANGE.test(details);

/** Entries of one moment. */
export interface AuditPage {
  readonly batches: AsyncIterable<readonly LoggedEntry[]>;
  /** its last entry: seconds since the epoch, and id; `null`: there are no older ones */
  readonly next: Position | null;
}

export class AuditWriteOnly extends DomainError<'audit-write-only'> {
  constructor() {
    super('audit-write-only', { resource: 'SecurityLogs' });
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

  /** As {@link AuditReader.page}. @throws AuditWriteOnly */
  async page(filter: AuditFilter): Promise<AuditPage> {
    if (this.writeOnly) throw new AuditWriteOnly();
    return this.reader.page(filter);
  }
}

export abstract class AuditReader {
  /** Newest first (time, then id), in batches fetched while they are consumed. */
  abstract search(filter: AuditFilter): AsyncIterable<readonly LoggedEntry[]>;
  /** As {@link search}, and whether there are more. */
  abstract page(filter: AuditFilter): Promise<AuditPage>;
  /** Deletes up to `limit` entries older than `days` days. @returns how many were deleted */
  abstract forget(days: number, limit: number): Promise<number>;
}
