import { csvLine } from '@chat-admin/codecs/jobs/csv-text';
import { jobResultsDoc } from '@chat-admin/codecs/jobs/job.doc';
import type { GeneratedPassword, JobResult } from '@chat-admin/domain/jobs/job';
import { listed, listOf } from '../http/lists.js';
import type { Listed } from '../http/lists.js';
import { choiceFilter } from '../http/list-filters.js';
import { CSV, JSON_LINES, ZIP } from '../http/negotiation.js';
import { download } from '../http/replies.js';
import type { ReplyWriter } from '../http/replies.js';
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
const documents = listed(jobResultsDoc, resultList);

/** Results as a document or, if `Accept` names one, a table. Contract: extensions E7.2 */
export const writtenResults: ReplyWriter<Listed<JobResult> & { readonly dryRun: boolean }> = {
  ...documents,
  offers: 'documents-and-tables',
  write: (result, as, options) => {
    if (as.label !== CSV && as.label !== JSON_LINES) {
      return documents.write(result as never, as, options);
    }
    const { fields, items, batches, dryRun } = result;
    const columns = COLUMNS.filter((name) =>
      fields === null ? dryRun || name !== 'warning' : fields.includes(name),
    );
    return tableOf(batches ?? oneBatch(items!), columns, as.label);
  },
};

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

async function* oneBatch<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

async function* tableOf<K extends string>(
  batches: AsyncIterable<readonly { readonly [N in K]: string | number | null }[]>,
  columns: readonly K[],
  label: string,
): AsyncGenerator<string> {
  const write =
    label === CSV
      ? (row: { readonly [N in K]: string | number | null }) =>
          csvLine(columns.map((name) => row[name]))
      : (row: { readonly [N in K]: string | number | null }) => jsonLine(row, columns);
  // a table is text from the beginning, even if it is empty
  yield label === CSV ? csvLine(columns) : '';
  for await (const rows of batches) yield rows.map(write).join('');
}

function jsonLine<K extends string>(
  row: { readonly [N in K]: string | number | null },
  columns: readonly K[],
): string {
  const present = columns.filter((name) => row[name] !== null);
  return `${JSON.stringify(Object.fromEntries(present.map((name) => [name, row[name]])))}\n`;
}
