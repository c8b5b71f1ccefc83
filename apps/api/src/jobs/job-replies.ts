import { jobResultsDoc } from '@chat-admin/codecs/jobs/job.doc';
import type { GeneratedPassword, JobResult } from '@chat-admin/domain/jobs/job';
import { listed, listOf } from '../http/lists.js';
import type { Listed } from '../http/lists.js';
import { choiceFilter } from '../http/list-filters.js';
import { ZIP } from '../http/negotiation.js';
import { download } from '../http/replies.js';
import type { ReplyWriter } from '../http/replies.js';
import { documentsOrTables, tableOf } from '../http/tables.js';
import { LINE_OUTCOMES } from '@chat-admin/domain/jobs/job';

/** Contract: extensions E1.2 */
export const resultList = listOf(jobResultsDoc, {
  key: 'number',
  sorts: {},
  sortsByKey: true,
  filters: { outcome: choiceFilter('Lines with this outcome', LINE_OUTCOMES) },
  others: [],
});

const COLUMNS = ['line', 'object', 'outcome', 'exception', 'message', 'detail', 'warning'] as const;

/** Contract: extensions E7.2 */
export const writtenResults = documentsOrTables<
  Listed<JobResult> & { readonly dryRun: boolean },
  (typeof COLUMNS)[number]
>(listed(jobResultsDoc, resultList), ({ fields, dryRun }) =>
  COLUMNS.filter((name) =>
    fields === null ? dryRun || name !== 'warning' : fields.includes(name),
  ),
);

/** Wrapped, because Nest would write a bare iterable itself. */
export interface HandedOut {
  readonly passwords: AsyncIterable<readonly GeneratedPassword[]>;
}

/** Contract: extensions E7.2 */
export const writtenPasswords: ReplyWriter<HandedOut> = {
  offers: 'tables',
  document: null,
  write: ({ passwords }, { label }) => tableOf(passwords, ['username', 'password'], label),
};

/** Contract: extensions E7.2 */
export const madeFile = download(ZIP, 'person.zip');
