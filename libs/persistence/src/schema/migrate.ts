import { MigrationExecutor } from 'typeorm';
import type { DataSource, QueryRunner } from 'typeorm';
import { oldestLevelOf } from './migrations/phase.js';
import type { PhasedMigration } from './migrations/phase.js';
import { isLater, PROGRAM_VERSION } from './program.js';
import { applySqlFiles, changedSqlFiles } from './repeatable-sql.js';
import {
  hasTable,
  levelOf,
  readSchemaState,
  requireUsable,
  writeSchemaState,
} from './schema-state.js';
import type { SchemaState } from './schema-state.js';
import { sqlFiles } from './sql-files.js';
import { UnusableDatabase } from './unusable-database.js';

const MIGRATIONS = 'schema_migration';

/**
 * Runs pending migrations (tables and data), then applies changed functions and triggers, in one
 * transaction: a failure leaves the schema as it was. What a newer program has made stays.
 * @throws UnusableDatabase for a schema that this version cannot use
 */
export async function migrate(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query('set local search_path = public, pg_temp');
    const { stored, isNewer } = await situationOf(dataSource, runner);
    if (!isNewer) {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'all';
      const executed = await executor.executePendingMigrations();
      const level = levelOf(dataSource);
      const tablesChanged = executed.length > 0 || stored?.level !== level;
      await applySqlFiles(runner, sqlFiles(), tablesChanged);
      const oldestLevel = oldestLevelOf(dataSource.migrations as PhasedMigration[]);
      await writeSchemaState(runner, { level, oldestLevel });
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** The database has not been prepared for this version. */
export class PendingMigrations extends Error {
  /**
   * @param names of the migrations, and of the files of functions as `sql/…`; empty if nothing has
   * been filled in yet
   */
  constructor(readonly names: readonly string[]) {
    super('The database is not prepared for this version yet: "chat-admin migrate" does that');
  }
}

/**
 * Changes nothing. @throws PendingMigrations; UnusableDatabase for a schema that this version
 * cannot use
 */
export async function requireMigrated(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const { pending, isNewer } = await situationOf(dataSource, runner);
  if (isNewer) return;
  if (pending.length > 0) throw new PendingMigrations(pending);
  const files = await changedSqlFiles(runner, sqlFiles());
  if (files.length > 0) throw new PendingMigrations(files.map((name) => `sql/${name}`));
}

interface Situation {
  readonly stored: SchemaState | null;
  /** names of migrations */
  readonly pending: readonly string[];
  /** a newer program has prepared the database, and lets this one use it */
  readonly isNewer: boolean;
}

/** Reads only. @throws UnusableDatabase */
async function situationOf(dataSource: DataSource, runner: QueryRunner): Promise<Situation> {
  const own = levelOf(dataSource);
  const stored = await readSchemaState(runner);
  if (stored !== null) requireUsable(stored, own);
  const executed = (await hasTable(runner, MIGRATIONS))
    ? ((await runner.query(`select name from ${MIGRATIONS} order by id`)) as { name: string }[])
    : [];
  const has = new Set(executed.map(({ name }) => name));
  const known = dataSource.migrations.map((migration) => migration.name!);
  const pending = known.filter((name) => !has.has(name));
  if (stored !== null && stored.level > own) {
    if (pending.length > 0) {
      throw new UnusableDatabase(
        `The database was prepared by another line of versions (${stored.program}): it lacks the migration ${pending[0]}`,
      );
    }
    return { stored, pending, isNewer: true };
  }
  requireKnown(
    executed.map(({ name }) => name),
    new Set(known),
  );
  const isNewer = stored?.level === own && isLater(stored.program, PROGRAM_VERSION);
  return { stored, pending, isNewer: isNewer && pending.length === 0 };
}

function requireKnown(executed: readonly string[], known: ReadonlySet<string>): void {
  const unknown = executed.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new UnusableDatabase(
    executed.some((name) => known.has(name))
      ? `The schema of the database is newer than this version: it has the migration ${unknown}`
      : `The database was made before the first release and cannot be upgraded: it has the migration ${unknown}, start with an empty one`,
  );
}
