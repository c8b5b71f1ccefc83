import type { TextForm } from '@chat-admin/domain/shared/written-list';
import { literal } from './written-entries.js';

/** Of the entries: few, so that the first bytes are sent early. */
const FIRST_SHARE = 1 / 10;

/** Rows that are read along an index. */
export interface KeyedRows {
  readonly table: string;
  /** unique among the rows, and not null */
  readonly key: string;
  readonly condition: string;
}

/**
 * Texts of many entries each. A statement that groups its rows sends nothing before it has read all of them; here each text is a
 * query of its own, from the key where the one before has ended. Limits are written out, since plans depend on them.
 * @param size entries of a text
 * @param texts selects the texts of entries as `text`, in order, from rows that end so
 */
export function writtenBatches(
  { table, key, condition }: KeyedRows,
  { separator }: TextForm,
  size: number,
  texts: (end: string) => string,
): string {
  const first = Math.ceil(size * FIRST_SHARE);
  const end = (from: string, limit: string) => `where ${condition}${from} order by ${key} ${limit}`;
  const batch = (from: string, limit: number) => `
    select string_agg(text, ${literal(separator)}) as text
    from (${texts(end(from, `limit ${limit}`))}) entry`;
  const edge = (from: string, offset: number) =>
    `(select ${key} from ${table} ${end(from, `offset ${offset} limit 1`)})`;
  return `
    with recursive edge (start) as (
      ${edge('', first)}
      union all
      select ${edge(` and ${key} > start`, size - 1)} from edge where start is not null
    )
    ${batch('', first)}
    union all
    select (${batch(` and ${key} >= edge.start`, size)}) from edge where start is not null`;
}
