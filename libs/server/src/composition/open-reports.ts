import type { ReportErasure, ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import type { RowStreams } from '@chat-admin/persistence/database/row-streams';
import {
  PostgresReportErasure,
  PostgresReportRepository,
} from '@chat-admin/persistence/reports/postgres-reports';

export interface ReportParts {
  readonly reports: ReportRepository;
  readonly reportErasure: ReportErasure;
}

export const openReports = (db: CurrentTransaction, streams: RowStreams): ReportParts => ({
  reports: new PostgresReportRepository(db, streams),
  reportErasure: new PostgresReportErasure(db),
});
