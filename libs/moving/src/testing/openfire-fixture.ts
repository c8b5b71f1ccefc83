import { type HsqldbFiles, type HsqldbForm, hsqldbFiles } from './hsqldb-fixture.js';
import { type Data, openfireData, type Row, type Value } from './openfire-data.js';
import { type ColumnType, type TableHere, tablesOf } from './openfire-schemas.js';

/** A database of Openfire, rendered for each engine. */
export interface OpenfireFixture {
  /** DDL and rows, for an empty database in UTF-8 */
  postgres(): string;
  /** DDL and rows, for an empty database in utf8mb4 */
  mariadb(): string;
  /** names and contents of the files of HSQLDB */
  hsqldb(form: HsqldbForm): HsqldbFiles;
}

/**
 * The project's own fixtures: one description as each schema and engine has it. What a schema lacks is left out; what PostgreSQL and
 * MariaDB cannot hold (NUL, lone surrogates) becomes what their drivers would have made of it.
 * @param schema number of `ofVersion`, 11 to 40
 */
export function openfire(schema: number, options: { readonly data?: Data } = {}): OpenfireFixture {
  const data: Data = {
    ofVersion: [{ name: 'openfire', version: schema }],
    ...(options.data ?? openfireData()),
  };
  const tables = tablesOf(schema);
  const rowsOf = (table: TableHere) => data[table.of] ?? [];
  return {
    postgres: () => script(tables, rowsOf, postgres),
    mariadb: () => script(tables, rowsOf, mariadb),
    hsqldb: (form) => hsqldbFiles(tables, rowsOf, form),
  };
}

interface Dialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  name(name: string): string;
  text(text: string): string;
}

/** As drivers send texts with lone surrogates. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const postgres: Dialect = {
  types: {
    ...{ int: 'integer', long: 'bigint', ms: 'char(15)', short: 'varchar(15)' },
    ...{ name: 'varchar(1024)', text: 'text', clob: 'text', time: 'timestamp' },
  },
  name: (name) => name.toLowerCase(),
  text: (text) => `'${wellFormed(text.replaceAll('\0', '')).replaceAll("'", "''")}'`,
};

const mariadb: Dialect = {
  types: {
    ...{ int: 'integer', long: 'bigint', ms: 'char(15)', short: 'varchar(15)' },
    // three of them make a key
    ...{ name: 'varchar(255)', text: 'mediumtext', clob: 'mediumtext', time: 'timestamp(6) null' },
  },
  name: (name) => `\`${name}\``,
  text: (text) =>
    `'${wellFormed(text).replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`,
};

function script(
  tables: readonly TableHere[],
  rowsOf: (table: TableHere) => readonly Row[],
  dialect: Dialect,
): string {
  return tables
    .map((table) => `${created(table, dialect)}\n${filled(table, rowsOf(table), dialect)}`)
    .join('\n');
}

function created({ name, columns, key }: TableHere, dialect: Dialect): string {
  const parts = columns.map((one) => `${dialect.name(one.name)} ${dialect.types[one.type]}`);
  const keys = columns.filter(({ of }) => key.includes(of)).map((one) => dialect.name(one.name));
  if (keys.length > 0) parts.push(`primary key (${keys.join(', ')})`);
  return `create table ${dialect.name(name)} (${parts.join(', ')});`;
}

function filled({ name, columns }: TableHere, rows: readonly Row[], dialect: Dialect): string {
  const literal = (value: Value) =>
    value === null ? 'null' : typeof value === 'number' ? String(value) : dialect.text(value);
  return rows
    .map((row) => columns.map(({ of }) => literal(row[of] ?? null)).join(', '))
    .map((values) => `insert into ${dialect.name(name)} values (${values});\n`)
    .join('');
}
