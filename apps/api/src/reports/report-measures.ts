import type { ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type { Instruments } from '@chat-admin/server/metrics/instruments';

/** What is told of the queue of reports, which all instances see alike. */
export function measureReports(instruments: Instruments, reports: ReportRepository): void {
  instruments.reading('chat_admin_reports', async () => {
    const { open, acting } = await reports.numbers();
    return [
      [['open'], open],
      [['acting'], acting],
    ];
  });
  const reading = (name: 'open_seconds' | 'refused_total', of: 'openSeconds' | 'refused') =>
    instruments.reading(`chat_admin_reports_${name}`, async () => (await reports.numbers())[of]);
  reading('open_seconds', 'openSeconds');
  reading('refused_total', 'refused');
}
