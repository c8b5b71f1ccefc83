import { finished } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SourceRefused } from '../../source.js';
import { oneAhead } from '../../one-ahead.js';
import { type Batches, type Cells, sizeOf } from '../cells.js';
import { databaseFault, NO_TABLES } from '../database-fault.js';
import type { AtLeast, Parts, Tables } from '../openfire/tables.js';
import { copiedRows } from './copy-text.js';
import { FarCells, FETCHED_BYTES, TEXTS } from './far-cells.js';
import { SharedConnection } from './shared-connection.js';

/** A cursor is read to its end, so the whole counts. */
const SETTINGS = `set client_encoding = utf8; set standard_conforming_strings = on; set cursor_tuple_fraction = 1`;

/**
 * Those of the first schema in the search path that has Openfire's version. Texts without a limit may be long; rows of tables alone have
 * a place.
 */
const COLUMNS = `
select c.relname as table, a.attname as column, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
  c.relkind = 'r' and a.atttypmod < 0 and a.atttypid in ('text'::regtype, 'varchar'::regtype) as long
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = (
  select s.schema
  from unnest(current_schemas(false)) with ordinality as s (schema, place)
  join pg_tables t on t.schemaname = s.schema and t.tablename in ('ofversion', 'jiveversion')
  order by place limit 1)`;

const ABOUT = `
select version() as version, current_setting('server_encoding') as encoding,
  (select coalesce(sum(pg_total_relation_size(t.name::regclass)), 0)
   from unnest($1::text[]) as t (name)) as bytes,
  (select bool_or(has_table_privilege(t.name, 'INSERT') or has_table_privilege(t.name, 'UPDATE')
     or has_table_privilege(t.name, 'DELETE'))
   from unnest($1::text[]) as t (name)) as writes,
  quote_ident(current_user) as role,
  array(select t.name from unnest($1::text[]) as t (name)
    where not has_table_privilege(t.name, 'SELECT')) as denied`;

const FETCHED_ROWS = 2_000;
/** How long rows are is known of those before them alone, so there are at most so many times more than last time. */
const GROWTH = 16;

/** One transaction, `repeatable read`, `read only`; rows are copied out as text. */
export class PostgresTables implements Tables {
  readonly hidesDenied = false;
  private cursors = 0;

  private constructor(
    private readonly connection: SharedConnection,
    private readonly names: ReadonlyMap<string, string>,
    readonly found: ReadonlyMap<string, ReadonlySet<string>>,
    readonly denied: ReadonlySet<string>,
    /** quoted */
    private readonly role: string,
    /** columns that may be long, by table */
    private readonly long: ReadonlyMap<string, ReadonlySet<string>>,
    readonly about: { readonly server: string; readonly bytes: number; readonly mayWrite: boolean },
    /** whether its bytes are in the order of code points */
    private readonly isUnicode: boolean,
  ) {}

  /** @throws SourceFailed, SourceRefused */
  static async open(config: ClientConfig): Promise<PostgresTables> {
    const client = new Client({ application_name: 'chat-admin import', ...config });
    // a lost connection is reported by the statement that needs it
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(SETTINGS);
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<FoundColumn>(COLUMNS);
      const found = columnsByTable(rows);
      if (found.size === 0) throw new SourceRefused(NO_TABLES);
      const names = new Map(rows.map(({ table, name }) => [table, name]));
      const about = await client.query(ABOUT, [[...names.values()]]);
      const { version, encoding, bytes, writes, role } = about.rows[0];
      const denied = new Set(
        rows.filter(({ name }) => about.rows[0].denied.includes(name)).map(({ table }) => table),
      );
      const facts = {
        server: version.split(' ').slice(0, 2).join(' '),
        bytes: Number(bytes),
        mayWrite: writes === true,
      };
      const long = columnsByTable(rows.filter((one) => one.long));
      const connection = new SharedConnection(client);
      return new PostgresTables(
        connection,
        names,
        found,
        denied,
        role,
        long,
        facts,
        encoding === 'UTF8',
      );
    } catch (error) {
      await client.end().catch(() => {});
      throw error instanceof SourceRefused ? error : databaseFault(error);
    }
  }

  read(table: string, columns: readonly string[], atLeast?: AtLeast): Batches {
    const where = atLeast
      ? ` where ${this.connection.quoted(atLeast.column)} >= ${this.connection.literal(atLeast.value)}`
      : '';
    return this.copied(`${this.selected(table, columns)}${where}`);
  }

  readSorted(table: string, columns: readonly string[], width: number): Batches | null {
    if (!this.isUnicode) return null;
    const keys = this.keysOf(columns, width);
    const order = keys.length === 0 ? '' : ` order by ${keys.join(', ')}`;
    const far = this.farCells(table, columns, width);
    const list = columns.map((column) => far.near(column));
    if (!far.areNone) list.push(far.place());
    const select = `select ${list.join(', ')} from ${this.names.get(table)}${order}`;
    return oneAhead(this.fetched(select, far));
  }

  readJoined(
    table: string,
    columns: readonly string[],
    width: number,
    parts: Parts,
  ): Batches | null {
    if (!this.isUnicode) return null;
    const { quoted } = this.connection;
    const by = quoted(parts.by);
    const far = this.farCells(table, columns, width);
    const list = columns.map((column) => far.near(column, 'whole.'));
    const texts = parts.columns.map((column) => `${quoted(column)}::text`);
    const order = [...this.keysOf(columns, width, 'whole.'), `parted.${by}`];
    return oneAhead(
      this.fetched(
        `select ${[...list, 'parted.list', ...(far.areNone ? [] : [far.place('whole.')])].join(', ')}
         from ${this.names.get(table)} whole
         full join (
           select ${by}, json_agg(json_build_array(${texts.join(', ')}))::text as list
           from ${this.names.get(parts.table)} group by ${by}) parted on parted.${by} = whole.${by}
         order by ${order.join(', ')}`,
        far,
      ),
    );
  }

  /** Keys are compared, so they come with their rows. */
  private farCells(table: string, columns: readonly string[], width: number): FarCells {
    const long = columns.flatMap((name, index) =>
      index >= width && this.long.get(table)?.has(name) ? [{ name, index }] : [],
    );
    return new FarCells(this.connection, this.names.get(table)!, long);
  }

  private keysOf(columns: readonly string[], width: number, prefix = ''): readonly string[] {
    return columns
      .slice(0, width)
      .map((column) => inUnits(`${prefix}${this.connection.quoted(column)}`));
  }

  private selected(table: string, columns: readonly string[]): string {
    const list = columns.map((column) => this.connection.quoted(column)).join(', ');
    return `select ${list} from ${this.names.get(table)}`;
  }

  /** By a cursor, since several tables are read in turn. */
  private async *fetched(select: string, far: FarCells): AsyncGenerator<readonly Cells[]> {
    this.cursors += 1;
    const cursor = `sorted_${this.cursors}`;
    try {
      await this.connection.query(`declare ${cursor} no scroll cursor for ${select}`);
      for (let asked = 1; ;) {
        const text = `fetch ${asked} from ${cursor}`;
        const { rows } = await this.connection.cells<(string | null)[]>({
          text,
          rowMode: 'array',
          types: TEXTS,
        });
        const next = rows.length < asked ? 0 : Math.min(rowsOf(rows), GROWTH * asked);
        if (!far.areNone) yield* far.completed(rows);
        else if (rows.length > 0) yield rows;
        if (next === 0) break;
        asked = next;
      }
    } catch (error) {
      throw databaseFault(error);
    } finally {
      // whatever failed has ended the transaction, too
      await this.connection.query(`close ${cursor}`).catch(() => undefined);
    }
  }

  private async *copied(select: string): Batches {
    const { stream, end } = await this.connection.stream(copyTo(`copy (${select}) to stdout`));
    try {
      // a destroyed stream would leave the connection paused within the COPY
      yield* copiedRows(stream.iterator({ destroyOnReturn: false }));
    } catch (error) {
      throw databaseFault(error);
    } finally {
      // an abandoned COPY has to be read to its end, or nothing else can be asked
      try {
        if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume());
      } finally {
        end();
      }
    }
  }

  async count(table: string): Promise<number> {
    try {
      const sql = `select count(*) as rows from ${this.names.get(table)}`;
      const { rows } = await this.connection.query<{ rows: string }>(sql);
      return Number(rows[0]!.rows);
    } catch (error) {
      throw databaseFault(error);
    }
  }

  grant(table: string): string {
    return `GRANT SELECT ON ${this.names.get(table) ?? table} TO ${this.role}`;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

interface FoundColumn {
  readonly table: string;
  readonly column: string;
  /** of the table, in SQL */
  readonly name: string;
  readonly long: boolean;
}

function columnsByTable(columns: readonly FoundColumn[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { table, column } of columns) {
    found.set(table, (found.get(table) ?? new Set()).add(column));
  }
  return found;
}

/** How many such rows are to be fetched together. */
function rowsOf(rows: readonly Cells[]): number {
  const each = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length;
  return Math.min(Math.max(Math.floor(FETCHED_BYTES / each), 1), FETCHED_ROWS);
}

/**
 * To order by UTF-16 units what is stored as UTF-8: only the units from U+E000 on, which come before the other planes, have another
 * place. They are put behind all planes, and the last two code points make room for that.
 */
function inUnits(column: string): string {
  const text = `${column}::text`;
  const [low, high] = ['chr(1114110)', 'chr(1114111)'];
  const escaped = `replace(replace(${text}, ${low}, ${low} || '1'), ${high}, ${low} || '2')`;
  const moved = `regexp_replace(${escaped}, '([\\uE000-\\uFFFF])', ${high} || '\\1', 'g')`;
  const isAscii = `octet_length(${text}) = char_length(${text})`;
  return `case when ${isAscii} then ${text} else ${moved} end collate "C" nulls first`;
}
