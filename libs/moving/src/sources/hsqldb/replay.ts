import { SourceRefused } from '../../source.js';
import type { Cells } from '../cells.js';
import { LOB_SCHEMA, lobTable, type TableDefinition } from './definitions.js';
import { refuseUnreadable } from './script-index.js';
import { BrokenStatement, conditions, insertedValues, unescaped } from './statement.js';
import { TableChanges } from './table-changes.js';

type Change = (tables: Replay) => void;

interface Session {
  schema: string;
  /** 1.8 alone: each statement counts at once */
  autoCommit: boolean;
  pending: Change[];
}

const RESTART = 'Start and stop Openfire once, then its files can be read.';

/** What a `.log` does to the tables of its `.script`. */
export class Replay {
  readonly changes = new Map<string, TableChanges>();
  private readonly sessions = new Map<string, Session>();
  private session: Session;
  private lines = 0;

  /** @param old HSQLDB 1.8: statements count without `COMMIT` */
  constructor(
    private readonly tables: ReadonlyMap<string, TableDefinition>,
    private readonly name: string,
    private readonly old: boolean,
  ) {
    this.session = this.sessionOf('');
  }

  /** @throws SourceRefused if it cannot be followed */
  line(text: string): void {
    this.lines += 1;
    const marker = /^\/\*C(\d+)\*\//.exec(text);
    if (marker) this.session = this.sessionOf(marker[1]!);
    const statement = marker ? text.slice(marker[0].length) : text;
    if (statement === '') return;
    try {
      this.statement(statement);
    } catch (error) {
      if (!(error instanceof BrokenStatement)) throw error;
      throw new SourceRefused(
        `${this.name} cannot be followed in line ${this.lines}: ${error.message} ${RESTART}`,
      );
    }
  }

  private sessionOf(id: string): Session {
    let session = this.sessions.get(id);
    if (!session) {
      session = { schema: 'public', autoCommit: this.old, pending: [] };
      this.sessions.set(id, session);
    }
    return session;
  }

  private statement(text: string): void {
    const { session } = this;
    if (text.startsWith('INSERT INTO ')) return this.insert(text);
    if (text.startsWith('DELETE FROM ')) return this.delete(text);
    if (text === 'COMMIT') return this.commit();
    if (text === 'ROLLBACK') {
      session.pending = [];
      return;
    }
    const schema = /^SET SCHEMA "?(\w+)"?$/.exec(text);
    if (schema) {
      session.schema = schema[1]!.toLowerCase();
      return;
    }
    const auto = /^SET AUTOCOMMIT (TRUE|FALSE)$/.exec(text);
    if (auto && this.old) {
      session.autoCommit = auto[1] === 'TRUE';
      if (session.autoCommit) this.commit();
      return;
    }
    if (/^DISCONNECT\b/.test(text)) {
      session.pending = [];
      return;
    }
    refuseUnreadable(text, this.name);
    if (/^(ALTER SEQUENCE|CONNECT|SET) /.test(text)) return;
    throw new BrokenStatement('It is neither INSERT nor DELETE.');
  }

  private insert(text: string): void {
    const head = /^INSERT INTO (?:"?(\w+)"?\.)?("[^"]+"|\w+) VALUES\(/.exec(text);
    if (head === null) throw new BrokenStatement('It inserts in an unknown way.');
    const [name, table] = this.tableOf(head[1], head[2]!);
    const row = insertedValues(text, head[0].length, table.columns.length);
    this.change((replay) => replay.of(name, table).insert(row));
  }

  private delete(text: string): void {
    const head = /^DELETE FROM (?:"?(\w+)"?\.)?("[^"]+"|\w+)(?: WHERE |$)/.exec(text);
    if (head === null) throw new BrokenStatement('It deletes in an unknown way.');
    const [name, table] = this.tableOf(head[1], head[2]!);
    if (head[0] === text) throw new BrokenStatement('It deletes without conditions.');
    const found = conditions(unescaped(text), head[0].length);
    const key = table.key.length > 0 ? table.key : table.columns.map((_, index) => index);
    const values: Cells = key.map((index) => {
      const value = found.get(table.columns[index]!);
      if (value === undefined) throw new BrokenStatement('It deletes by another key.');
      return value;
    });
    this.change((replay) => replay.of(name, table).delete(values));
  }

  private tableOf(schema: string | undefined, name: string): [string, TableDefinition] {
    const plain = name.replaceAll('"', '').toLowerCase();
    const inLobs = (schema ?? this.session.schema).toLowerCase() === LOB_SCHEMA;
    const key = inLobs ? lobTable(plain) : plain;
    const table = this.tables.get(key);
    if (!table) throw new BrokenStatement(`There is no table ${plain}.`);
    return [key, table];
  }

  private change(change: Change): void {
    if (this.session.autoCommit) change(this);
    else this.session.pending.push(change);
  }

  private commit(): void {
    const { pending } = this.session;
    this.session.pending = [];
    for (const change of pending) change(this);
  }

  private of(name: string, table: TableDefinition): TableChanges {
    const changes = this.changes.get(name) ?? new TableChanges(table);
    this.changes.set(name, changes);
    return changes;
  }
}
