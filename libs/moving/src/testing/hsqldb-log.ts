import type { LobFile } from './hsqldb-lob-file.js';
import { literal } from './hsqldb-literal.js';
import type { Row } from './openfire-data.js';
import type { TableHere } from './openfire-schemas.js';

const RUBBISH = 'it never happened';

/** A `.log` that turns an older state into the described one: two sessions, one that never commits, a line cut by a crash. */
export class HsqldbLog {
  private readonly lines: string[] = [];
  private session = 2;
  private version = '';

  constructor(
    private readonly engine: '1.8' | '2',
    private readonly lobs: LobFile,
  ) {}

  /** A row that the log replaces. @returns its older values */
  replaced(table: TableHere, row: Row, values: () => string[]): string[] {
    const old: Row = Object.fromEntries(
      table.columns.map(({ of, type }) => {
        const kept = table.key.includes(of) || type === 'clob' || type === 'time';
        const other = type === 'int' || type === 'long' ? 7 : 'old';
        return [of, kept ? (type === 'clob' ? null : (row[of] ?? null)) : other];
      }),
    );
    const before = this.literals(table, old);
    this.change(table, before, values);
    return before;
  }

  added(table: TableHere, values: () => string[]): void {
    this.change(table, null, values);
  }

  /** A row like another that the log deletes; of a table without a key, its equal. */
  deleted(table: TableHere, like: Row): string[] {
    if (table.of === 'ofVersion') this.version = table.name.toUpperCase();
    const other: Row = Object.fromEntries(
      table.columns.map(({ of, type }) => {
        const number = type === 'int' || type === 'long';
        const value = table.key.includes(of) ? (number ? 987_654 : RUBBISH) : (like[of] ?? null);
        return [of, type === 'clob' ? null : value];
      }),
    );
    const values = this.literals(table, other);
    this.transaction([this.deletion(table, values)]);
    return values;
  }

  text(): string {
    const here = `INSERT INTO ${this.version} VALUES('${RUBBISH}',1)`;
    const never = this.engine === '2' ? [`/*C9*/SET SCHEMA PUBLIC`, here, `/*C8*/${here}`] : [];
    return `${[...never, ...this.lines].join('\n')}\n/*C2*/INSERT INTO OFUSER VALUES('half`;
  }

  private change(table: TableHere, before: string[] | null, values: () => string[]): void {
    const first = this.lobs.next;
    const now = values();
    const { before: inner, after } = this.lobs.inLog(first);
    if (inner.length > 0) this.lines.push('/*C1*/SET SCHEMA SYSTEM_LOBS', ...inner);
    const name = table.name.toUpperCase();
    this.transaction([
      ...(before ? [this.deletion(table, before)] : []),
      `INSERT INTO ${name} VALUES(${now.join(',')})`,
      ...(after.length > 0 ? ['SET SCHEMA SYSTEM_LOBS', ...after] : []),
    ]);
  }

  /** Sessions take turns; 1.8 commits by itself, or not. */
  private transaction(statements: readonly string[]): void {
    this.session = this.session === 2 ? 3 : 2;
    if (this.engine === '2') {
      this.lines.push(`/*C${this.session}*/SET SCHEMA PUBLIC`, ...statements, 'COMMIT');
    } else if (this.session === 2) {
      this.lines.push('/*C2*/SET AUTOCOMMIT FALSE', ...statements, 'SET AUTOCOMMIT TRUE');
    } else {
      const [first, ...others] = statements;
      this.lines.push(`/*C3*/${first}`, ...others);
    }
  }

  private literals(table: TableHere, row: Row): string[] {
    return table.columns.map(({ of, type }) => literal(row[of] ?? null, type));
  }

  private deletion({ name, columns, key }: TableHere, values: readonly string[]): string {
    const conditions = columns.flatMap(({ of, name: column }, index) => {
      if (key.length > 0 && !key.includes(of)) return [];
      const value = values[index]!;
      return [`${column.toUpperCase()}${value === 'NULL' ? ' IS NULL' : `=${value}`}`];
    });
    return `DELETE FROM ${name.toUpperCase()} WHERE ${conditions.join(' AND ')}`;
  }
}
