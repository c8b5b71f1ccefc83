import type { Snapshot } from '../database/snapshot.js';
import { newFolder } from '../files/new-folder.js';
import { headOf } from './head.js';
import { KINDS_OF_ROWS } from './kinds.js';
import type { KindOfRows, RowKind } from './kinds.js';

export interface NdjsonOptions {
  readonly kinds: readonly RowKind[];
  /** @param rows that follow, of this kind; `null`: some */
  readonly begins: (kind: RowKind, rows: number | null) => void;
  /** after each row; may throw to stop */
  readonly advance: () => void;
  readonly ends: () => void;
  /** before the folder gets its name */
  readonly written: (rows: Readonly<Record<string, number>>) => Promise<void>;
}

/**
 * Writes a folder with a file for each kind, `<kind>.ndjson`: a head, then a row in each line. Moving in: 10
 * @returns rows by kind
 * @throws PortableRefused, PortableFailed
 */
export function exportNdjson(
  snapshot: Snapshot,
  path: string,
  options: NdjsonOptions,
): Promise<Readonly<Record<string, number>>> {
  return newFolder(path, async (folder) => {
    const counts: Record<string, number> = {};
    const head = headOf(snapshot.domain);
    for (const kind of options.kinds) {
      const { table, holds }: KindOfRows = KINDS_OF_ROWS[kind];
      const [count] = await snapshot.query<{ rows: number }>(
        `select count(*)::float8 as rows from ${table}`,
      );
      options.begins(kind, holds === undefined ? count!.rows : null);
      counts[kind] = 0;
      await folder.file(
        `${kind}.ndjson`,
        lines(snapshot, kind, head, () => {
          counts[kind]! += 1;
          options.advance();
        }),
      );
      options.ends();
    }
    await options.written(counts);
    return counts;
  });
}

async function* lines(
  snapshot: Snapshot,
  kind: RowKind,
  head: string,
  written: () => void,
): AsyncGenerator<string, void, undefined> {
  yield `${head}\n`;
  const { document, rows, holds = () => true }: KindOfRows = KINDS_OF_ROWS[kind];
  for await (const batch of snapshot.rows<Record<string, unknown>>(rows)) {
    for (const row of batch) {
      if (!holds(row)) continue;
      yield `${document.writeJson(row)}\n`;
      written();
    }
  }
}
