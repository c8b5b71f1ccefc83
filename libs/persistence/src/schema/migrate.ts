import { MigrationExecutor } from 'typeorm';
import type { DataSource, QueryRunner } from 'typeorm';
import { applySqlFiles } from './repeatable-sql.js';
import { sqlFiles } from './sql-files.js';
import { UnusableDatabase } from './unusable-database.js';

/**
 * Runs pending migrations (tables and data), then applies changed functions and triggers, in one
 * transaction: a failure leaves the schema as it was.
 * @throws UnusableDatabase for a schema unknown to this version
 */
export async function migrate(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query('set local search_path = public, pg_temp');
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'all';
    await requireKnown(dataSource, executor);
    const executed = await executor.executePendingMigrations();
    await applySqlFiles(runner, sqlFiles(), executed.length > 0);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** The database has not been prepared for this version. */
export class PendingMigrations extends Error {
  /** @param names of the migrations; empty if all have run, but nothing has been filled in yet */
  constructor(readonly names: readonly string[]) {
    super('The database is not prepared for this version yet: the start of the API does that');
  }
}

/**
 * Changes nothing. @throws PendingMigrations; UnusableDatabase for a schema unknown to this version
 */
export async function requireMigrated(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const [table] = (await runner.query(
    `select to_regclass('schema_migration') is not null as exists`,
  )) as { exists: boolean }[];
  // the executor would create the table
  if (!table?.exists) throw new PendingMigrations(dataSource.migrations.map(nameOf));
  const executor = new MigrationExecutor(dataSource, runner);
  await requireKnown(dataSource, executor);
  const pending = await executor.getPendingMigrations();
  if (pending.length > 0) throw new PendingMigrations(pending.map(nameOf));
}

const nameOf = ({
  name,
  constructor,
}: {
  readonly name?: string;
  readonly constructor: { readonly name: string };
}) => name ?? constructor.name;

async function requireKnown(dataSource: DataSource, executor: MigrationExecutor): Promise<void> {
  const names = new Set(dataSource.migrations.map(({ name }) => name));
  const executed = await executor.getExecutedMigrations();
  const unknown = executed.find(({ name }) => !names.has(name));
  if (unknown === undefined) return;
  throw new UnusableDatabase(
    executed.some(({ name }) => names.has(name))
      ? `The schema of the database is newer than this version: it has the migration ${unknown.name}`
      : `The database was made before the first release and cannot be upgraded: it has the migration ${unknown.name}, start with an empty one`,
  );
}
