import type { FileRepository } from '@chat-admin/domain/files/file-repository';
import type { ReportErasure, ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type { HeldMessages, HoldRepository } from '@chat-admin/domain/holds/hold-repository';
import type {
  MessageExpiry,
  RetentionRepository,
} from '@chat-admin/domain/retention/retention-repository';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import type { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { PostgresFileRepository } from '@chat-admin/persistence/files/postgres-files';
import { PostgresHeldMessages, PostgresHolds } from '@chat-admin/persistence/holds/postgres-holds';
import {
  PostgresReportErasure,
  PostgresReportRepository,
} from '@chat-admin/persistence/reports/postgres-reports';
import {
  PostgresMessageExpiry,
  PostgresRetention,
} from '@chat-admin/persistence/retention/postgres-retention';

/** Reports, the files that people have sent, and how long messages are kept. */
export interface ReportParts {
  readonly reports: ReportRepository;
  readonly reportErasure: ReportErasure;
  readonly files: FileRepository;
  readonly retention: RetentionRepository;
  readonly messageExpiry: MessageExpiry;
  readonly holds: HoldRepository;
  readonly heldMessages: HeldMessages;
}

export const openReports = (db: CurrentTransaction, streams: RowStreams): ReportParts => ({
  reports: new PostgresReportRepository(db, streams),
  reportErasure: new PostgresReportErasure(db),
  files: new PostgresFileRepository(db, streams),
  retention: new PostgresRetention(db, streams),
  messageExpiry: new PostgresMessageExpiry(db),
  holds: new PostgresHolds(db),
  heldMessages: new PostgresHeldMessages(db),
});
