import { LobFile } from './hsqldb-lob-file.js';
import { literal } from './hsqldb-literal.js';
import { HsqldbLog } from './hsqldb-log.js';
import type { Row } from './openfire-data.js';
import type { ColumnType, TableHere } from './openfire-schemas.js';

export interface HsqldbForm {
  readonly engine: '1.8' | '2';
  /** as copied while the server runs: a part of the rows is in `.log` alone */
  readonly log: boolean;
  /** long texts of items are in `.lobs`; 2 alone */
  readonly lobs: boolean;
}

/** Contents by name. */
export type HsqldbFiles = ReadonlyMap<string, string | Buffer>;

const types = (engine: HsqldbForm['engine'], lobs: boolean): Record<ColumnType, string> => {
  const long = engine === '2' ? 'VARCHAR(16777216)' : 'LONGVARCHAR';
  return {
    ...{ int: 'INTEGER', long: 'BIGINT', ms: 'CHARACTER(15)', short: 'VARCHAR(15)' },
    ...{ name: 'VARCHAR(1024)', text: long, clob: lobs ? 'CLOB(1G)' : long },
    time: 'TIMESTAMP DEFAULT CURRENT_TIMESTAMP',
  };
};

const HEAD = {
  '1.8': ['CREATE SCHEMA PUBLIC AUTHORIZATION DBA'],
  '2': [
    'SET DATABASE UNIQUE NAME HSQLDBA20334DD41',
    'SET FILES LOB SCALE 32',
    "CREATE USER SA PASSWORD DIGEST 'd41d8cd98f00b204e9800998ecf8427e'",
    'ALTER USER SA SET LOCAL TRUE',
    'CREATE SCHEMA PUBLIC AUTHORIZATION DBA',
  ],
};
const MIDDLE = {
  '1.8': ['CREATE USER SA PASSWORD ""', 'GRANT DBA TO SA', 'SET WRITE_DELAY 10'],
  '2': ['ALTER SEQUENCE SYSTEM_LOBS.LOB_ID RESTART WITH 1', 'GRANT DBA TO SA'],
};

export function hsqldbFiles(
  tables: readonly TableHere[],
  rowsOf: (table: TableHere) => readonly Row[],
  { engine, log, lobs }: HsqldbForm,
): HsqldbFiles {
  const prefix = engine === '2' ? 'PUBLIC.' : '';
  const kept = new LobFile();
  const changes = new HsqldbLog(engine, kept);
  const inLobs = lobs && engine === '2';
  const rows: string[] = [];
  for (const table of tables) {
    const valuesOf = (row: Row) =>
      table.columns.map(({ of, type }) => {
        const value = row[of] ?? null;
        const id = inLobs && type === 'clob' && value !== null ? kept.add(String(value)) : null;
        return id === null ? literal(value, type) : String(id);
      });
    const insert = (values: readonly string[]) =>
      rows.push(`INSERT INTO ${table.name.toUpperCase()} VALUES(${values.join(',')})`);
    for (const [index, row] of rowsOf(table).entries()) {
      if (!log || index % 3 === 0) insert(valuesOf(row));
      else if (index % 3 === 1) insert(changes.replaced(table, row, () => valuesOf(row)));
      else changes.added(table, () => valuesOf(row));
    }
    const [first] = rowsOf(table);
    if (log && first) insert(changes.deleted(table, first));
  }
  const stored = kept.inScript();
  const script = [
    ...HEAD[engine],
    ...tables.map((table) => created(table, prefix, types(engine, inLobs))),
    ...MIDDLE[engine],
    ...(stored.length > 0 ? ['SET SCHEMA SYSTEM_LOBS', ...stored] : []),
    'SET SCHEMA PUBLIC',
    ...rows,
  ];
  const version = engine === '2' ? '2.7.4' : '1.8.0';
  const files: [string, string | Buffer][] = [
    ['openfire.properties', `#HSQL\nversion=${version}\nmodified=${log ? 'yes' : 'no'}\n`],
    ['openfire.script', `${script.join('\n')}\n`],
  ];
  if (log) files.push(['openfire.log', changes.text()]);
  if (inLobs) files.push(['openfire.lobs', kept.bytes()]);
  return new Map(files);
}

function created(table: TableHere, prefix: string, of: Record<ColumnType, string>): string {
  const name = table.name.toUpperCase();
  const columns = table.columns.map((one) => `${one.name.toUpperCase()} ${of[one.type]}`);
  const key = table.columns.filter((one) => table.key.includes(one.of)).map((one) => one.name);
  const constraint = `CONSTRAINT ${name}_PK PRIMARY KEY(${key.join(',').toUpperCase()})`;
  const all = key.length > 0 ? [...columns, constraint] : columns;
  return `CREATE MEMORY TABLE ${prefix}${name}(${all.join(',')})`;
}
