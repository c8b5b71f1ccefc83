import { jid } from '@chat-admin/port-suites/samples';
import {
  PostgresReportErasure,
  PostgresReportRepository,
} from '../src/reports/postgres-reports.js';
import type { OpenDatabase } from './open-database.js';

/** Each statement of reports that the API sends. */
export async function useReports({ db, streams, transactions }: OpenDatabase): Promise<void> {
  const reports = new PostgresReportRepository(db, streams);
  const accused = jid('user91');
  const id = await transactions.run(() =>
    reports.add({ accused, kind: 'spam', text: 'again', messages: ['r100', 'r101'] }),
  );
  await reports.find(id);
  await reports.evidence(id);
  await reports.evidenceInRooms(id);
  await reports.numbers();
  await transactions.run(async () => {
    await reports.lock(id);
    await reports.update(id, { status: 'acted', assignee: 'boss', note: null }, 'boss', true);
  });
  await reports.forget(0, 10);
  await transactions.run(() => new PostgresReportErasure(db).erase(accused));
}
