import type { DataSource } from 'typeorm';
import { recordedSql } from './recorded-sql.js';
import { poolOf } from '../database/pool.js';

/** In what the tables differ from those of this version. */
export interface TableDrift {
  /** `room.subject`, `room_public_idx` */
  readonly objects: readonly string[];
  /** what the owner runs to make them equal, statement by statement; no data is lost but what `drops` names */
  readonly statements: readonly string[];
  /** columns and indexes that this version does not know, which the statements remove */
  readonly drops: readonly string[];
}

/**
 * Compares the live catalogue with the declared tables, and with the indexes of the migrations that are not declared.
 * Finds what was changed by hand, or by a migration that was edited after it had run.
 */
export async function tableDrift(dataSource: DataSource): Promise<TableDrift> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const declared = inPlace(upQueries.map(({ query }) => query.replaceAll(/\s+/g, ' ').trim()));
  const undeclared = await missingIndexes(dataSource);
  const statements = [...declared, ...undeclared];
  const drops = statements.filter((statement) => DROPS.test(statement)).map(objectOf);
  return { objects: [...new Set(statements.map(objectOf))], statements, drops };
}

const DROP_COLUMN = /^ALTER TABLE ("\S+") DROP COLUMN ("\S+")$/;
const ADD_COLUMN = /^ALTER TABLE ("\S+") ADD ("\S+") (.+)$/;
const DROPS = /^ALTER TABLE \S+ DROP COLUMN|^DROP INDEX/;
const UNNAMED_KEY = /^ALTER TABLE "(\S+)" ADD CONSTRAINT "PK_[0-9a-f]+"/;

/** Where TypeORM would drop and add a column of another type, its type is changed. */
function inPlace(statements: readonly string[]): readonly string[] {
  return statements.flatMap((statement, index) => {
    if (isDropped(statement, statements[index + 1])) return [];
    const added = ADD_COLUMN.exec(statement);
    if (added === null || !isDropped(statements[index - 1], statement)) {
      return [statement.replace(UNNAMED_KEY, 'ALTER TABLE "$1" ADD CONSTRAINT "$1_pk"')];
    }
    const [, table, column, definition] = added;
    const type = definition!.replace(/ (NOT NULL|DEFAULT .*|CONSTRAINT .*)/g, '');
    const rename = `ALTER TABLE ${table} ALTER COLUMN ${column}`;
    return [`${rename} TYPE ${type} USING ${column}::text::${type.replace(/ COLLATE .*/, '')}`];
  });
}

function isDropped(statement: string | undefined, next: string | undefined): boolean {
  const [, table, column] = DROP_COLUMN.exec(statement ?? '') ?? [];
  const [, otherTable, otherColumn] = ADD_COLUMN.exec(next ?? '') ?? [];
  return table !== undefined && table === otherTable && column === otherColumn;
}

/** `ALTER TABLE "room" ADD "subject" text`: `room.subject` */
function objectOf(statement: string): string {
  const index = /^create (?:unique )?index (?:concurrently )?(?:if not exists )?"?(\w+)/i.exec(
    statement,
  )?.[1];
  if (index !== undefined) return index;
  const names = [...statement.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const [first = statement, second] = names;
  if (statement.startsWith('ALTER TABLE'))
    return second === undefined ? first : `${first}.${second}`;
  return statement.startsWith('DROP INDEX') ? (second ?? first) : first;
}

/** TypeORM cannot declare indexes of trigrams and expressions; their names are declared. */
async function missingIndexes(dataSource: DataSource): Promise<readonly string[]> {
  const names = dataSource.entityMetadatas.flatMap(({ indices }) =>
    indices.filter(({ synchronize }) => !synchronize).map(({ name }) => name),
  );
  const { rows } = await poolOf(dataSource).query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is null',
    [names],
  );
  if (rows.length === 0) return [];
  const sql = await recordedSql(dataSource);
  return rows.flatMap(({ name }) => lastDefinition(sql, name));
}

function lastDefinition(sql: readonly string[], name: string): readonly string[] {
  const pattern = new RegExp(
    `create (?:unique )?index (?:concurrently )?(?:if not exists )?${name}\\s[^;]+`,
    'gi',
  );
  const found = sql.flatMap((text) => [...text.matchAll(pattern)].map(([one]) => one));
  return found.slice(-1).map((one) => one.replaceAll(/\s+/g, ' ').trim());
}
