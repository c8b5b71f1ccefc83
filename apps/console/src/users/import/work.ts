import { RowCheck } from './check';
import type { Problem } from './check';
import type { Target } from './columns';
import { lineOf } from './lines';
import type { Rules } from './lines';
import type { Row, Table } from './table';

/** A table, with what somebody has decided about it. */
export interface Work {
  readonly table: Table;
  readonly targets: readonly Target[];
  /** rows that were mended, by their numbers */
  readonly edits: ReadonlyMap<number, readonly string[]>;
  /** rows that are left out */
  readonly left: ReadonlySet<number>;
  /** these rows only, because they have failed before; `null`: all */
  readonly only: ReadonlySet<number> | null;
}

export interface RowWithProblems {
  readonly row: Row;
  readonly problems: readonly Problem[];
}

const BATCH = 5_000;
/** The page lives on meanwhile. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The rows as they are now, those that are left out included. */
async function* rowsIn({ table, edits, only }: Work): AsyncGenerator<readonly Row[]> {
  for await (const piece of table.pieces()) {
    for (let start = 0; start < piece.length; start += BATCH) {
      yield piece.slice(start, start + BATCH).flatMap((row) => {
        if (only !== null && !only.has(row.number)) return [];
        const cells = edits.get(row.number);
        return [cells === undefined ? row : { ...row, cells }];
      });
      await pause();
    }
  }
}

export interface Checked {
  /** rows that will be sent */
  readonly rows: number;
  /** of these, the numbers of those with problems */
  readonly wrong: readonly number[];
  /** the first of those */
  readonly first: readonly RowWithProblems[];
}

/** Looks at all rows. @param most how many of those with problems are told */
export async function checkAll(work: Work, most: number): Promise<Checked> {
  const check = new RowCheck(work.table.header, work.targets);
  const first: RowWithProblems[] = [];
  const wrong: number[] = [];
  let rows = 0;
  for await (const piece of rowsIn(work)) {
    for (const row of piece) {
      if (work.left.has(row.number)) continue;
      rows += 1;
      const problems = check.problemsOf(row.cells, row.number);
      if (problems.length === 0) continue;
      wrong.push(row.number);
      if (first.length < most) first.push({ row, problems });
    }
  }
  return { rows, wrong, first };
}

/** The table of a job, with the numbers of the rows that its lines were. */
export async function linesOf(
  work: Work,
  rules: Rules,
): Promise<{ readonly body: Blob; readonly numbers: readonly number[] }> {
  const { header } = work.table;
  const parts: Blob[] = [];
  const numbers: number[] = [];
  for await (const piece of rowsIn(work)) {
    const sent = piece.filter(({ number }) => !work.left.has(number));
    sent.forEach(({ number }) => numbers.push(number));
    const lines = sent.map(({ cells }) =>
      JSON.stringify(lineOf(cells, header, work.targets, rules)),
    );
    // the browser keeps large blobs on the disk
    parts.push(new Blob(lines.map((line) => `${line}\n`)));
  }
  return { body: new Blob(parts), numbers };
}

/** The rows that pass, in the order of the table. */
export async function rowsWhere(
  work: Work,
  passes: (row: Row) => boolean,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for await (const piece of rowsIn(work)) found.push(...piece.filter(passes));
  return found;
}
