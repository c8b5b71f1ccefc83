import { ownCommand } from '@chat-admin/configuration/own-command';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';
import { ENDS_WITHOUT_ACKNOWLEDGEMENT } from '../database/vanished-peers.js';
import { SystemPropertyTable } from '../system/system-property.table.js';
import { requireGrants } from './admissions.js';
import { insertAccounts } from '../users/insert-accounts.js';
import { migrate, PendingMigrations, requireMigrated } from './migrate.js';
import { UnusableDatabase } from './unusable-database.js';

export interface DatabaseSeed {
  /** the XMPP domain, prepared */
  readonly domain: string;
  /** whether the domain was configured explicitly; a default yields to the stored domain */
  readonly configuredDomain: boolean;
  /** initial value of `plugin.restapi.secret` */
  readonly secret: string;
  /** created in a fresh database */
  readonly administrator: NewAccount | null;
}

export interface PreparedDatabase {
  /** whether the seed was stored just now, including secret and administrator */
  readonly fresh: boolean;
  readonly domain: string;
}

/** The configured domain differs from that of the database. */
export class OtherDomain extends UnusableDatabase {
  constructor(
    readonly stored: string,
    configured: string,
  ) {
    super(`The database was created for the domain ${stored}, but ${configured} is configured`);
  }
}

const OLDEST_SERVER = 130_000;
/** shared by all instances of this product, whatever they prepare */
const ADVISORY_LOCK = 4_862_177_330;
const LOCK_PAUSE_MS = 50;

/**
 * Connects, migrates, and fills a fresh database. Concurrent starts are serialised; each migration
 * and filling are one transaction each, so that an interrupted start is resumed by the next one.
 * @throws UnusableDatabase for an unsuitable server or schema; OtherDomain
 * Contract: core 1.14 "Fresh database"
 */
export async function prepareDatabase(
  dataSource: DataSource,
  seed: DatabaseSeed,
): Promise<PreparedDatabase> {
  if (!dataSource.isInitialized) await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await requireServer(runner);
    const [limits] = (await runner.query(LIMITS)) as [Limits];
    await runner.query('set statement_timeout = 0');
    await runner.query(`set lock_timeout = 0; ${ENDS_WITHOUT_ACKNOWLEDGEMENT}`);
    await takeLock(runner);
    try {
      await requireGrants(runner);
      await requireNoImport(runner);
      await migrate(dataSource, runner);
      return await fill(runner, seed);
    } finally {
      await unlock(runner, limits);
    }
  } finally {
    await runner.release();
  }
}

interface Limits {
  readonly statement: string;
  readonly lock: string;
}

const LIMITS =
  "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock";

/** The lock of a lost connection is free already. */
async function unlock(runner: QueryRunner, { statement, lock }: Limits): Promise<void> {
  await runner
    .query(
      `select pg_advisory_unlock(${ADVISORY_LOCK}); reset tcp_user_timeout;
       set statement_timeout = '${statement}'; set lock_timeout = '${lock}'`,
    )
    .catch(() => undefined);
}

/**
 * Asks again and again: who waited in a statement would have a snapshot, for whose end an index
 * that is built concurrently waits.
 */
async function takeLock(runner: QueryRunner): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as taken';
  for (;;) {
    const [row] = (await runner.query(ask, [ADVISORY_LOCK])) as { taken: boolean }[];
    if (row?.taken) return;
    await pause(LOCK_PAUSE_MS);
  }
}

/**
 * Connects to a prepared database without changing it.
 * @returns its XMPP domain
 * @throws PendingMigrations; ImportRunning; UnusableDatabase for an unsuitable server or schema; OtherDomain
 */
export async function usePreparedDatabase(
  dataSource: DataSource,
  expected: Pick<DatabaseSeed, 'domain' | 'configuredDomain'>,
): Promise<string> {
  if (!dataSource.isInitialized) await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await requireServer(runner);
    await requireGrants(runner);
    await requireMigrated(dataSource, runner);
    await requireNoImport(runner);
    const domain = await storedDomain(runner, expected);
    if (domain === null) throw new PendingMigrations([]);
    return domain;
  } finally {
    await runner.release();
  }
}

async function requireServer(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::integer as number,
           current_setting('server_encoding') as encoding`)) as [
    { version: string; number: number; encoding: string },
  ];
  if (row.number < OLDEST_SERVER) {
    throw new UnusableDatabase(`PostgreSQL ${row.version} is too old, 13 is the oldest supported`);
  }
  if (row.encoding !== 'UTF8') {
    throw new UnusableDatabase(`The database has the encoding ${row.encoding} instead of UTF8`);
  }
}

/** Data are being moved in by `chat-admin import`: they are half there. */
export class ImportRunning extends UnusableDatabase {
  constructor() {
    super(`An import is running: "${ownCommand('import openfire finish')}" or "abandon" ends it`);
  }
}

/** The role of the services may only call the function; a database without it is prepared by the owner of the table. */
const WAYS_TO_ASK = `
  select case
    when to_regprocedure('import_running()') is not null then 'import_running()'
    when to_regclass('moving.run') is not null
      then 'exists (select from moving.run where state = ''loading'')'
    else 'false'
  end as question`;

/** @throws ImportRunning */
async function requireNoImport(runner: QueryRunner): Promise<void> {
  const [how] = (await runner.query(WAYS_TO_ASK)) as [{ question: string }];
  const [row] = (await runner.query(`select ${how.question} as running`)) as [{ running: boolean }];
  if (row.running) throw new ImportRunning();
}

/** `null` if the database is fresh. @throws OtherDomain */
async function storedDomain(
  runner: QueryRunner,
  { domain, configuredDomain }: Pick<DatabaseSeed, 'domain' | 'configuredDomain'>,
): Promise<string | null> {
  const properties = runner.manager.getRepository(SystemPropertyTable);
  const stored = (await properties.findOneBy({ key: systemProperty.domain.key }))?.value ?? null;
  if (stored !== null && configuredDomain && stored !== domain) {
    throw new OtherDomain(stored, domain);
  }
  return stored;
}

async function fill(runner: QueryRunner, seed: DatabaseSeed): Promise<PreparedDatabase> {
  const domain = await storedDomain(runner, seed);
  if (domain !== null) return { fresh: false, domain };
  await runner.startTransaction();
  try {
    const properties = runner.manager.getRepository(SystemPropertyTable);
    const values = freshProperties(seed).map(([key, value]) => ({ key, value }));
    await properties.createQueryBuilder().insert().values(values).orIgnore().execute();
    if (seed.administrator !== null) {
      const { statement, values } = insertAccounts([{ account: seed.administrator, audit: null }]);
      await runner.query(statement.text, [...values]);
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
  return { fresh: true, domain: seed.domain };
}

function freshProperties(seed: DatabaseSeed): readonly (readonly [string, string])[] {
  return [
    [systemProperty.wildcardsInExcludes.key, 'true'],
    [systemProperty.apiEnabled.key, 'true'],
    [systemProperty.apiAuthentication.key, 'secret'],
    [systemProperty.apiSecret.key, seed.secret],
    [systemProperty.legacyEnabled.key, 'true'],
    [systemProperty.domain.key, seed.domain],
  ];
}
