import type { Principal } from '../access/principal.js';
import { fieldsThatDiffer } from '../shared/fields.js';
import type { OrderedList } from '../shared/paging.js';
import type { Transactions } from '../shared/transactions.js';
import { ReportNotFound } from './errors.js';
import { handled, isClosed, isReportId, newReport } from './report.js';
import type { FullReport, Report, ReportDraft, ReportHandling, ReportPatch } from './report.js';
import type { ReportFilter, ReportRepository } from './report-repository.js';

/** The queue of reports. Contract: extensions E20 */
export class ReportManagement {
  constructor(
    private readonly reports: ReportRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Newest first. */
  list(filter: ReportFilter): OrderedList<Report> {
    return this.reports.list(filter);
  }

  /** @throws ReportNotFound */
  async get(id: string): Promise<FullReport> {
    return { ...(await this.known(id)), evidence: await this.reports.evidence(id) };
  }

  /** Without its evidence. @throws ReportNotFound */
  async known(id: string): Promise<Report> {
    const report = isReportId(id) ? await this.reports.find(id) : null;
    if (report === null) throw new ReportNotFound(id);
    return report;
  }

  /** @throws InvalidArgument */
  create(draft: ReportDraft): Promise<FullReport> {
    const report = newReport(draft);
    return this.transactions.run(async () => {
      const id = await this.reports.add(report);
      this.transactions.note({ name: id });
      return this.get(id);
    });
  }

  /** @throws ReportNotFound, ReportStepRefused, InvalidArgument */
  patch(id: string, patch: ReportPatch, { name }: Principal): Promise<FullReport> {
    return this.transactions.run(async () => {
      await this.handle(await this.locked(id), patch, name);
      return this.get(id);
    });
  }

  /** In a transaction. @returns whether anything has changed. @throws ReportStepRefused, InvalidArgument */
  async handle(before: Report, patch: ReportPatch, handler: string): Promise<boolean> {
    const after = handled(before, patch, handler);
    const changed = fieldsThatDiffer<ReportHandling>(before, after);
    this.transactions.note({ changed });
    if (changed.length === 0) return false;
    const isNewlyClosed = isClosed(after.status) && !isClosed(before.status);
    const closedBy = isClosed(after.status) ? (isNewlyClosed ? handler : before.closedBy) : null;
    const isWanted = isNewlyClosed && patch.notify === true;
    const notify = await this.reports.update(before.id, after, closedBy, isWanted);
    this.transactions.note({ notify });
    return true;
  }

  /** Until the transaction ends. @throws ReportNotFound */
  async locked(id: string): Promise<Report> {
    const report = isReportId(id) ? await this.reports.lock(id) : null;
    if (report === null) throw new ReportNotFound(id);
    return report;
  }
}
