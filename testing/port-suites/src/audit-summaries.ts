import { WHOLE_LOG } from '@chat-admin/domain/audit/audit-search';
import type { Open } from './repositories.js';

/** The whole audit log, newest first. */
export async function auditSummaries(open: Open): Promise<readonly string[]> {
  const everything = { ...WHOLE_LOG, limit: 1000 };
  const summaries: string[] = [];
  for await (const batch of open().auditReader.search(everything)) {
    summaries.push(...batch.map(({ summary }) => summary));
  }
  return summaries;
}
