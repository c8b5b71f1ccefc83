import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { DatabaseServers } from '@chat-admin/persistence/database/database-servers';
import { findPooler, LendsForStatements } from '@chat-admin/persistence/database/pooler';
import type { PoolMode } from '@chat-admin/persistence/database/pool-mode';
import { sameDatabase } from '@chat-admin/persistence/database/same-database';
import { StatementNames } from '@chat-admin/persistence/database/statement-names';
import type { Logger } from 'pino';
import { settingAtFault } from './database-faults.js';
import type { ConnectionSettings } from './persistence-settings.js';

/** The addresses of one database: for statements, and for what needs a session of its own. */
export interface WaysToDatabase {
  readonly pooled: DatabaseServers;
  /** the same unless `DATABASE_DIRECT_URL` is set */
  readonly direct: DatabaseServers;
}

export function waysToDatabase(
  { databaseUrl, databaseDirectUrl, databaseNamedStatements }: ConnectionSettings,
  onError: (code: string | undefined) => void,
  log: Logger,
): WaysToDatabase {
  const names = new StatementNames(databaseNamedStatements !== 'off', () =>
    log.warn(
      'A pooler does not follow prepared statements: statements are sent unnamed, which takes PostgreSQL twice the time to plan. ' +
        'PgBouncer 1.21 and newer follows them with max_prepared_statements; DATABASE_NAMED_STATEMENTS=off acknowledges it',
    ),
  );
  const pooled = new DatabaseServers(databaseUrl, onError, names);
  return { pooled, direct: databaseDirectUrl ? new DatabaseServers(databaseDirectUrl) : pooled };
}

/**
 * Finds out what is between, before anything is done.
 * @throws ConfigurationFaults when no address leads to a session, or the addresses to different databases
 */
export async function examineWays({ pooled, direct }: WaysToDatabase): Promise<void> {
  pooled.poolMode = await modeOf(pooled, 'DATABASE_URL');
  if (direct === pooled) {
    if (pooled.poolMode === 'transaction') {
      throw new ConfigurationFaults([
        'DATABASE_URL leads through a pooler that lends sessions for transactions: set DATABASE_DIRECT_URL to the server itself',
      ]);
    }
    return;
  }
  await requireSession(direct, 'DATABASE_DIRECT_URL');
  if (!(await sameDatabase(pooled, direct))) {
    throw new ConfigurationFaults([
      'DATABASE_DIRECT_URL: names another database than DATABASE_URL',
    ]);
  }
}

/** @throws ConfigurationFaults for an address that leads to no session of its own */
export async function requireSession(servers: DatabaseServers, setting: string): Promise<void> {
  servers.poolMode = await modeOf(servers, setting);
  if (servers.poolMode !== 'transaction') return;
  throw new ConfigurationFaults([
    `${setting} leads through a pooler that lends sessions for transactions: it must lead to the server itself`,
  ]);
}

async function modeOf(servers: DatabaseServers, setting: string): Promise<PoolMode> {
  try {
    return await findPooler(servers);
  } catch (error) {
    if (error instanceof LendsForStatements) {
      throw new ConfigurationFaults([
        `${setting} ${error.message}: it must lend them for transactions or for connections`,
      ]);
    }
    const fault = settingAtFault(error, servers.url, setting);
    throw fault === null ? error : new ConfigurationFaults([fault]);
  }
}

/** User and password for new connections. @returns the setting whose address names another database, if any */
export function renewWays(
  { pooled, direct }: WaysToDatabase,
  { databaseUrl, databaseDirectUrl }: Pick<ConnectionSettings, 'databaseUrl' | 'databaseDirectUrl'>,
): string | null {
  if (!pooled.renew(databaseUrl)) return 'DATABASE_URL';
  const isSame = databaseDirectUrl
    ? direct !== pooled && direct.renew(databaseDirectUrl)
    : direct === pooled;
  return isSame ? null : 'DATABASE_DIRECT_URL';
}
