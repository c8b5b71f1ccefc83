import { csvLine } from '@chat-admin/codecs/jobs/csv-text';
import type { Listed } from './lists.js';
import { CSV, JSON_LINES } from './negotiation.js';
import type { ReplyWriter } from './replies.js';

type Cell = string | number | readonly string[] | null;
type Rows<K extends string> = AsyncIterable<readonly { readonly [N in K]: Cell }[]>;

/** A list as a document or, if `Accept` names one, a table. @param columnsOf of tables, in order */
export const documentsOrTables = <R extends Listed<{ readonly [N in K]: Cell }>, K extends string>(
  documents: ReplyWriter<never>,
  columnsOf: (result: R) => readonly K[],
): ReplyWriter<R> => ({
  ...(documents as ReplyWriter<R>),
  offers: 'documents-and-tables',
  write: (result, as, options) => {
    if (as.label !== CSV && as.label !== JSON_LINES) {
      return documents.write(result as never, as, options);
    }
    const { items, batches } = result;
    return tableOf(batches ?? oneBatch(items!), columnsOf(result), as.label);
  },
});

export async function* tableOf<K extends string>(
  batches: Rows<K>,
  columns: readonly K[],
  label: string,
): AsyncGenerator<string> {
  const write =
    label === CSV
      ? (row: { readonly [N in K]: Cell }) => csvLine(columns.map((name) => inOne(row[name])))
      : (row: { readonly [N in K]: Cell }) => jsonLine(row, columns);
  // a table is text from the beginning, even if it is empty
  yield label === CSV ? csvLine(columns) : '';
  for await (const rows of batches) yield rows.map(write).join('');
}

async function* oneBatch<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

const inOne = (cell: Cell): string | number | null =>
  typeof cell === 'object' && cell !== null ? cell.join(' ') : cell;

function jsonLine<K extends string>(
  row: { readonly [N in K]: Cell },
  columns: readonly K[],
): string {
  const present = columns.filter((name) => row[name] !== null);
  return `${JSON.stringify(Object.fromEntries(present.map((name) => [name, row[name]])))}\n`;
}
