import type { FileRepository } from '@chat-admin/domain/files/file-repository';
import type { ReportErasure, ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import type { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { PostgresFileRepository } from '@chat-admin/persistence/files/postgres-files';
import {
  PostgresReportErasure,
  PostgresReportRepository,
} from '@chat-admin/persistence/reports/postgres-reports';

/** Reports, and the files that people have sent. */
export interface ReportParts {
  readonly reports: ReportRepository;
  readonly reportErasure: ReportErasure;
  readonly files: FileRepository;
}

export const openReports = (db: CurrentTransaction, streams: RowStreams): ReportParts => ({
  reports: new PostgresReportRepository(db, streams),
  reportErasure: new PostgresReportErasure(db),
  files: new PostgresFileRepository(db, streams),
});
