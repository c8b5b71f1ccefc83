import type { Note } from '../mapping/outcome.js';
import type { Entity } from '../entities/entities.js';
import type { Target } from './target.js';
import { sortKey } from '../entities/sort-key.js';

export interface StagedEntity {
  readonly entity: Entity;
  /** the value as JSON */
  readonly text: string;
  readonly fingerprint: Buffer;
  readonly secret: Buffer | null;
  /** notes that are made with the row alone, kept for passes in which it is unchanged */
  readonly notes: readonly Note[];
}

const COLUMNS = 'moving.stage (n, key, target, fingerprint, secret, notes, value)';

/** What is many in a value is staged as rows of its own: JSON would be read again by each statement. */
export interface Parts {
  readonly table: string;
  readonly columns: string;
  /** the rows of a value, as cells of COPY */
  readonly rowsOf: (value: object) => readonly (readonly (string | null)[])[];
  /** the value without them */
  readonly rest: (value: object) => object;
}

/** Replaces what is staged. Inside a transaction. */
export async function stage(
  target: Target,
  rows: readonly StagedEntity[],
  parts?: Parts,
): Promise<void> {
  await target.query('truncate moving.stage');
  await target.copy(
    COLUMNS,
    rows.map(({ entity, text, fingerprint, secret, notes }, n) =>
      copyLine([
        String(n),
        bytes(sortKey(entity.key)),
        arrayText(entity.target),
        bytes(fingerprint),
        secret === null ? null : bytes(secret),
        notes.length === 0 ? null : JSON.stringify(notes),
        parts === undefined ? text : JSON.stringify(parts.rest(entity.value!)),
      ]),
    ),
  );
  if (parts === undefined) return;
  await target.query(`truncate ${parts.table}`);
  await target.copy(
    `${parts.table} (n, ${parts.columns})`,
    rows.flatMap(({ entity }, n) =>
      parts.rowsOf(entity.value!).map((cells) => `${n}\t${copyLine(cells)}`),
    ),
  );
}

/** A table for values of one kind, which COPY fills faster than JSON is read. */
export interface OwnTable {
  readonly table: string;
  readonly columns: string;
  readonly cellsOf: (value: object) => readonly (string | null)[];
}

/** Replaces what is staged by values alone, as {@link stagedValue} makes them. */
export async function stageValues(
  target: Target,
  values: readonly string[],
  { table, columns }: OwnTable = AS_JSON,
): Promise<void> {
  await target.query(`truncate ${table}`);
  await target.copy(
    `${table} (n, ${columns})`,
    values.map((value, n) => `${n}\t${value}`),
  );
}

/** A value as {@link stageValues} takes it. */
export const stagedValue = (value: object, { cellsOf }: OwnTable = AS_JSON): string =>
  copyLine(cellsOf(value));

const AS_JSON: OwnTable = {
  table: 'moving.stage',
  columns: 'value',
  cellsOf: (value) => [JSON.stringify(value)],
};

/** Joined, which makes one text: a chain of parts would keep what they are cut from. */
export function copyLine(cells: readonly (string | null)[]): string {
  const texts = cells.map((cell) => (cell === null ? '\\N' : escaped(cell)));
  texts[texts.length - 1] += '\n';
  return texts.join('\t');
}

/** Most texts have nothing to escape. */
const SPECIAL = /[\\\n\r\t]/;

const escaped = (text: string): string =>
  !SPECIAL.test(text)
    ? text
    : text
        .replaceAll('\\', '\\\\')
        .replaceAll('\n', '\\n')
        .replaceAll('\r', '\\r')
        .replaceAll('\t', '\\t');

export const bytes = (buffer: Buffer): string => `\\x${buffer.toString('hex')}`;

export const arrayText = (parts: readonly string[]): string =>
  `{${parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
