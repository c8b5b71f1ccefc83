import { ownCommand } from '@chat-admin/configuration/own-command';
import { setTimeout as pause } from 'node:timers/promises';
import { MigrationExecutor } from 'typeorm';
import type { DataSource, Migration, QueryRunner } from 'typeorm';
import { databaseError } from '../database/database-error.js';
import { oldestLevelOf } from './migrations/phase.js';
import type { PhasedMigration } from './migrations/phase.js';
import { isLater, PROGRAM_VERSION } from './program.js';
import { renewAdmissions, requireOwner } from './admissions.js';
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

/** lock_not_available, deadlock_detected */
const LOCKED = new Set(['55P03', '40P01']);

export interface MigrationRetries {
  /** how long a migration waits for a lock, while others wait behind it */
  readonly lockTimeoutMs: number;
  readonly attempts: number;
  readonly longestPauseMs: number;
  /** called before a migration is tried again */
  readonly onRetry?: (attempt: number) => void;
}

/** Ten minutes at most. */
const DEFAULT_RETRIES: MigrationRetries = {
  lockTimeoutMs: 5_000,
  attempts: 60,
  longestPauseMs: 5_000,
};

/**
 * Runs pending migrations (tables and data), then applies changed functions and triggers. Each
 * migration is a transaction, as are the functions: after an interruption the next call resumes.
 * What a newer program has made stays.
 * @throws UnusableDatabase for a schema that this version cannot use
 */
export async function migrate(
  dataSource: DataSource,
  runner: QueryRunner,
  retries = DEFAULT_RETRIES,
): Promise<void> {
  const { stored, isNewer, pending: names } = await situationOf(dataSource, runner);
  if (isNewer) return;
  if (names.length > 0) await requireOwner(runner);
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'none';
  const pending = await executor.getPendingMigrations();
  for (const step of stepsOf(pending)) {
    const work = async () => {
      for (const migration of step) await executor.executeMigration(migration);
    };
    const isAlone = step[0]!.instance?.transaction === false;
    await retried(retries, () =>
      isAlone ? outsideTransaction(runner, work) : inTransaction(runner, retries, work),
    );
  }
  const level = levelOf(dataSource);
  const oldestLevel = oldestLevelOf(dataSource.migrations as PhasedMigration[]);
  const tablesChanged = pending.length > 0 || stored?.level !== level;
  await retried(retries, () =>
    inTransaction(runner, retries, async () => {
      const hasChanged = await applySqlFiles(runner, sqlFiles(), tablesChanged);
      const isNew = !isKnown(stored, { level, oldestLevel });
      if (isNew) await writeSchemaState(runner, { level, oldestLevel });
      if (isNew || hasChanged) await renewAdmissions(runner);
    }),
  );
}

/** Whoever may not write it need not, either. */
const isKnown = (stored: SchemaState | null, own: Omit<SchemaState, 'program'>): boolean =>
  stored?.level === own.level &&
  stored.oldestLevel === own.oldestLevel &&
  stored.program === PROGRAM_VERSION;

/** One migration each; those from before phases were stated are one step. */
function stepsOf(pending: readonly Migration[]): readonly (readonly Migration[])[] {
  const steps: Migration[][] = [];
  let open: Migration[] | null = null;
  for (const migration of pending) {
    const isPhased = (migration.instance as PhasedMigration).phase !== undefined;
    if (open !== null && !isPhased) open.push(migration);
    else steps.push((open = [migration]));
    if (isPhased) open = null;
  }
  return steps;
}

async function inTransaction(
  runner: QueryRunner,
  { lockTimeoutMs }: MigrationRetries,
  work: () => Promise<void>,
): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(
      `set local search_path = public, pg_temp; set local lock_timeout = ${lockTimeoutMs}`,
    );
    await work();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined); // the connection may be lost
    throw error;
  }
}

/** For indexes that are built concurrently: they wait without a limit, since nobody waits behind them. */
async function outsideTransaction(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.query('set search_path = public, pg_temp; set lock_timeout = 0');
  await work().finally(() => runner.query('reset search_path').catch(() => undefined));
}

/** Tries again what has found a lock taken. */
async function retried(
  { attempts, longestPauseMs, onRetry }: MigrationRetries,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOCKED.has(databaseError(error).code ?? '') || attempt === attempts) throw error;
      onRetry?.(attempt);
      await pause(Math.min(100 * 2 ** attempt, longestPauseMs));
    }
  }
}

/** The database has not been prepared for this version. */
export class PendingMigrations extends Error {
  /**
   * @param names of the migrations, and of the files of functions as `sql/…`; empty if nothing has
   * been filled in yet
   */
  constructor(readonly names: readonly string[]) {
    super(
      `The database is not prepared for this version yet: "${ownCommand('migrate')}" does that`,
    );
  }
}

/**
 * Changes nothing.
 * @returns whether a newer program has prepared it, and lets this one use it
 * @throws PendingMigrations; UnusableDatabase for a schema that this version cannot use
 */
export async function requireMigrated(
  dataSource: DataSource,
  runner: QueryRunner,
): Promise<{ readonly isNewer: boolean }> {
  const { pending, isNewer } = await situationOf(dataSource, runner);
  if (isNewer) return { isNewer };
  if (pending.length > 0) throw new PendingMigrations(pending);
  const files = await changedSqlFiles(runner, sqlFiles());
  if (files.length > 0) throw new PendingMigrations(files.map((name) => `sql/${name}`));
  return { isNewer };
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
