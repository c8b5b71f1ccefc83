import type { Open } from './repositories.js';

/** The whole audit log, newest first. */
export async function auditSummaries(open: Open): Promise<readonly string[]> {
  const everything = { username: null, from: null, to: null, offset: 0, limit: 1000 };
  const summaries: string[] = [];
  for await (const batch of open().auditReader.search(everything)) {
    summaries.push(...batch.map(({ summary }) => summary));
  }
  return summaries;
}
