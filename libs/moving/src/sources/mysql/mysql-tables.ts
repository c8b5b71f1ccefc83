import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  type RowDataPacket,
} from 'mysql2';
import { SourceRefused } from '../../source.js';
import { type Batches, type Cells, sizeOf } from '../cells.js';
import { databaseFault, NO_TABLES } from '../database-fault.js';
import type { AtLeast, Tables } from '../openfire/tables.js';

const BATCH_ROWS = 256;
/** Reached by less rows, if they are long. */
const BATCH_BYTES = 1024 * 1024;
/** Rows that the driver reads ahead, of whatever length. */
const ROWS_AHEAD = 4;

const START = [
  'set session transaction isolation level repeatable read',
  // a client that waits for its own database must not be cut off
  'set session net_write_timeout = 3600',
  'start transaction with consistent snapshot, read only',
];

const COLUMNS = `
select c.table_name as 'table', c.column_name as 'column',
  coalesce(t.data_length + t.index_length, 0) as 'bytes'
from information_schema.columns c
join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
where c.table_schema = database()`;

const RIGHTS = `
select 1 from information_schema.user_privileges
where grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and privilege_type in ('INSERT', 'UPDATE', 'DELETE')
union all
select 1 from information_schema.schema_privileges
where grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and table_schema = database()
  and privilege_type in ('INSERT', 'UPDATE', 'DELETE')`;

/** One read-only transaction with a consistent snapshot; rows are streamed. */
export class MysqlTables implements Tables {
  readonly hidesDenied = true;

  private constructor(
    private readonly connection: Connection,
    private readonly names: ReadonlyMap<string, string>,
    readonly found: ReadonlyMap<string, ReadonlySet<string>>,
    readonly denied: ReadonlySet<string>,
    /** both quoted */
    private readonly grants: { readonly database: string; readonly role: string },
    readonly about: { readonly server: string; readonly bytes: number; readonly mayWrite: boolean },
  ) {}

  /** @throws SourceFailed, SourceRefused */
  static async open(options: ConnectionOptions): Promise<MysqlTables> {
    const connection = createConnection({
      ...options,
      charset: 'utf8mb4',
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
    });
    // a lost connection is reported by the statement that needs it
    connection.on('error', () => {});
    try {
      for (const sql of START) await all(connection, sql);
      const found = new Map<string, Set<string>>();
      const names = new Map<string, string>();
      const sizes = new Map<string, number>();
      for (const [table, column, bytes] of await all(connection, COLUMNS)) {
        const name = table!.toLowerCase();
        found.set(name, (found.get(name) ?? new Set()).add(column!.toLowerCase()));
        names.set(name, table!);
        sizes.set(name, Number(bytes));
      }
      if (!found.has('ofversion') && !found.has('jiveversion')) {
        throw new SourceRefused(NO_TABLES);
      }
      const [about] = await all(connection, 'select version(), database(), current_user()');
      const [version, database, role] = about as [string, string, string];
      const rights = await all(connection, RIGHTS);
      const denied = await deniedOf(connection, names);
      const grants = { database: quotedName(database), role: quotedRole(role) };
      return new MysqlTables(connection, names, found, denied, grants, {
        server: `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}`,
        bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
        mayWrite: rights.length > 0,
      });
    } catch (error) {
      connection.destroy();
      throw error instanceof SourceRefused ? error : databaseFault(error);
    }
  }

  async *read(table: string, columns: readonly string[], atLeast?: AtLeast): Batches {
    const { connection } = this;
    const list = columns.map((column) => connection.escapeId(column)).join(', ');
    const from = connection.escapeId(this.names.get(table)!);
    const where = atLeast
      ? ` where ${connection.escapeId(atLeast.column)} >= ${connection.escape(atLeast.value)}`
      : '';
    const stream = connection
      .query(asText(`select ${list} from ${from}${where}`))
      .stream({ highWaterMark: ROWS_AHEAD });
    let batch: Cells[] = [];
    let bytes = 0;
    try {
      for await (const row of stream as AsyncIterable<Cells>) {
        batch.push(row);
        bytes += sizeOf(row);
        if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
        yield batch;
        batch = [];
        bytes = 0;
      }
      if (batch.length > 0) yield batch;
    } catch (error) {
      throw databaseFault(error);
    } finally {
      // the rest of an abandoned answer has to be read, or nothing else can be asked
      if (!stream.readableEnded && !stream.destroyed) for await (const _ of stream);
    }
  }

  readSorted(): null {
    return null;
  }

  readJoined(): null {
    return null;
  }

  async count(table: string): Promise<number> {
    const from = this.connection.escapeId(this.names.get(table)!);
    const [row] = await all(this.connection, `select count(*) from ${from}`).catch((error) => {
      throw databaseFault(error);
    });
    return Number(row![0]);
  }

  grant(table: string): string {
    const { database, role } = this.grants;
    const name = quotedName(this.names.get(table) ?? table);
    return `GRANT SELECT ON ${database}.${name} TO ${role}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.connection.end(() => resolve()));
  }
}

const DENIALS: ReadonlySet<unknown> = new Set([
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
]);

/** A right to some columns, or to write, makes a table known that cannot be read. */
async function deniedOf(
  connection: Connection,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const denied = new Set<string>();
  for (const [name, table] of names) {
    await all(connection, `select * from ${quotedName(table)} limit 0`).catch(
      ({ code }: { code?: string }) => {
        if (DENIALS.has(code)) denied.add(name);
      },
    );
  }
  return denied;
}

const quotedName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** `reader@%`, as `current_user()` has it: names may have an `@`, hosts have none. */
function quotedRole(role: string): string {
  const at = role.lastIndexOf('@');
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `${quoted(role.slice(0, at))}@${quoted(role.slice(at + 1))}`;
}

/** All values as text, whatever their type. */
function asText(sql: string) {
  return {
    sql,
    rowsAsArray: true,
    typeCast: (field: { string(): string | null }) => field.string(),
  };
}

function all(connection: Connection, sql: string): Promise<Cells[]> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[]>(asText(sql), (error, rows) => {
      if (error) reject(error);
      else resolve(Array.isArray(rows) ? (rows as unknown as Cells[]) : []);
    });
  });
}
