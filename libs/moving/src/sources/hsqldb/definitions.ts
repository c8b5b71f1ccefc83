import { BrokenStatement } from './statement.js';

/** A table as the file declares it. All names in lower case. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly string[];
  /** indexes of the columns of its primary key; empty: there is none */
  readonly key: readonly number[];
  /** indexes of columns whose values are numbers of LOBs */
  readonly lobs: readonly number[];
}

const CREATE = /^CREATE (?:MEMORY )?TABLE (?:"?(\w+)"?\.)?("[^"]+"|\w+) ?\(/;

/** @returns null: the statement is no `CREATE [MEMORY] TABLE` */
export function tableDefinition(statement: string): TableDefinition | null {
  const head = CREATE.exec(statement);
  if (head === null) return null;
  const columns: string[] = [];
  const lobs: number[] = [];
  let key: string[] = [];
  for (const part of parts(statement, head[0].length)) {
    const constraint =
      /^(?:CONSTRAINT \S+ )?(PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK)\s*\((.*)\)/.exec(part);
    if (constraint !== null) {
      if (constraint[1] === 'PRIMARY KEY') key = constraint[2]!.split(',').map(plain);
      continue;
    }
    const column = /^("[^"]+"|\w+) (\w+)/.exec(part);
    if (column === null) throw new BrokenStatement('A column cannot be read.');
    if (/^(CLOB|CHARACTER LARGE|CHAR LARGE)/.test(part.slice(column[1]!.length + 1))) {
      lobs.push(columns.length);
    }
    if (/ PRIMARY KEY/.test(part)) key = [plain(column[1]!)];
    columns.push(plain(column[1]!));
  }
  const indexes = key.map((column) => columns.indexOf(column));
  if (indexes.includes(-1)) throw new BrokenStatement('The primary key names no column.');
  return { name: plain(head[2]!), columns, key: indexes, lobs };
}

const plain = (name: string) => name.trim().replaceAll('"', '').toLowerCase();

/** What commas separate between the parenthesis before `from` and its other half. */
function parts(statement: string, from: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < statement.length; at++) {
    const unit = statement[at]!;
    if (unit === "'" || unit === '"') {
      at = statement.indexOf(unit, at + 1);
      if (at < 0) break;
    } else if (unit === '(') depth += 1;
    else if (depth === 0 && (unit === ',' || unit === ')')) {
      found.push(statement.slice(start, at).trim());
      if (unit === ')') return found;
      start = at + 1;
    } else if (unit === ')') depth -= 1;
  }
  throw new BrokenStatement('The table does not end.');
}

const table = (name: string, columns: string[], ...key: number[]): TableDefinition => ({
  ...{ name, columns, key, lobs: [] },
});

/** What the engine keeps about LOBs; no file declares it. */
export const SYSTEM_LOBS: readonly TableDefinition[] = [
  table('blocks', ['block_addr', 'block_count', 'tx_id'], 0),
  table('lobs', ['block_addr', 'block_count', 'block_offset', 'lob_id'], 3, 2),
  table('lob_ids', ['lob_id', 'lob_length', 'lob_usage_count', 'lob_type'], 0),
  table(
    'parts',
    ['block_count', 'block_offset', 'part_offset', 'part_length', 'part_bytes', 'lob_id'],
    ...[5, 1, 2],
  ),
];

export const LOB_SCHEMA = 'system_lobs';
/** As tables of the schema of LOBs are named here, beside Openfire's. */
export const lobTable = (name: string) => `${LOB_SCHEMA}.${name}`;
