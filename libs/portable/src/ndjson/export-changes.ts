import { date, doc, integer, list, text } from '@chat-admin/codecs/wire/schema';
import type { Snapshot } from '../database/snapshot.js';
import { PortableRefused } from '../faults.js';
import { newFolder } from '../files/new-folder.js';
import { headOf } from './head.js';

export interface ChangesOptions {
  readonly since: Date;
  /** after each row; may throw to stop */
  readonly advance: () => void;
  /** before the folder gets its name */
  readonly written: (rows: number) => Promise<void>;
}

interface Kept extends Record<string, unknown> {
  readonly oldest: Date | null;
  /** whether older ones were deleted */
  readonly isCut: boolean;
}

/** One thing that was changed in one way. */
const changeDoc = doc('change', {
  object: text,
  type: text,
  previous: text,
  first: date,
  last: date,
  times: integer,
  by: list('actor', text),
});

const KEPT = `
  select min(occurred_at) as oldest, coalesce(min(id) > 1, last_id > 0) as "isCut"
  from event_state left join event on true group by last_id`;

/** What would have to be done again elsewhere; also what no instance has published yet. */
const CHANGES = `
  select object, type, previous, min(occurred_at) as first, max(occurred_at) as last,
    count(*)::float8 as times, array_agg(distinct actor order by actor) as by
  from (
    select object, type, previous, occurred_at, actor from event
    union all
    select object, type, previous, occurred_at, coalesce(origin ->> 'actor', 'service') from event_outbox
  ) told
  where occurred_at >= $1
    and type ~ '^(user|lockout|group|roster|vcard|service|room)[.]'
  group by object, type, previous order by last, object, type`;

/**
 * Writes a folder with the file `changes.ndjson`: a head, then what was changed since, by object and kind of change, without values.
 * Moving in: 9 "Rollback"
 * @returns rows
 * @throws PortableRefused if changes since then are not kept any more; PortableFailed
 */
export async function exportChanges(
  snapshot: Snapshot,
  path: string,
  { since, advance, written }: ChangesOptions,
): Promise<number> {
  const [kept] = await snapshot.query<Kept>(KEPT);
  const { oldest, isCut } = kept!;
  if (isCut && (oldest === null || since < oldest)) {
    const known = oldest === null ? 'none is' : `those since ${oldest.toISOString()} are`;
    throw new PortableRefused(`--since: of the changes, ${known} kept (API_EVENT_DAYS).`);
  }
  return newFolder(path, async (folder) => {
    let rows = 0;
    const lines = async function* () {
      yield `${headOf(snapshot.domain)}\n`;
      for await (const batch of snapshot.rows<Record<string, unknown>>(CHANGES, [since])) {
        for (const row of batch) {
          yield `${changeDoc.writeJson(row)}\n`;
          rows += 1;
          advance();
        }
      }
    };
    await folder.file('changes.ndjson', lines());
    await written(rows);
    return rows;
  });
}
