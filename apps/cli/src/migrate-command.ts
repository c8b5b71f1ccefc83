import { ownCommand } from '@chat-admin/configuration/own-command';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { openPersistence } from '@chat-admin/server/composition/open-persistence';
import { RequestAuditTrail } from '@chat-admin/server/edge/audited-requests';
import { createLog } from '@chat-admin/server/process/log';
import { report } from './action.js';
import type { Action } from './action.js';
import type { MigrateOptions } from './commands/database.js';
import { EXIT } from './exit-codes.js';
import { addressed, onDatabase } from './on-database.js';

/** What the start of the API does to the database. */
export const migrate: Action<MigrateOptions> = async (options, terminal) => {
  if (options.check) return check(options, terminal);
  return withDatabase(terminal.environment, async (url) => {
    const { fresh } = await prepare(addressed(terminal.environment, url));
    const filled = fresh ? [`It was empty: "${ownCommand('secret show')}" prints its secret.`] : [];
    report(terminal, options, { fresh }, ['The database is ready for this version.', ...filled]);
    return EXIT.done;
  });
};

/**
 * Prepares the database of the environment for this version.
 * @returns whether it was empty, and the domain it serves
 * @throws ConfigurationFaults, Error if it is not available
 */
export async function prepare(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly fresh: boolean; readonly domain: string }> {
  const config = loadConfig(ApiConfig, environment);
  const settings = {
    ...config,
    applicationName: 'chat-admin command',
    databasePoolSize: 4,
    databaseMigrations: 'run',
    databaseUrl: config.databaseMigrationUrl ?? config.databaseUrl,
    databaseMigrationUrl: null,
  };
  const hasher = new ScramPasswordHasher(config.scramIterations);
  const log = createLog('silent');
  const persistence = await openPersistence(settings, hasher, new RequestAuditTrail(), log);
  await persistence.close();
  return { fresh: persistence.firstStart !== null, domain: persistence.domain.name };
}

const check: Action<MigrateOptions> = async (options, terminal) => {
  const described = { command: 'migrate --check', object: '/' };
  try {
    return await onDatabase(terminal.environment, described, async () => {
      report(terminal, options, { pending: [] }, ['Nothing is pending.']);
      return EXIT.done;
    });
  } catch (error) {
    if (!(error instanceof PendingMigrations)) throw error;
    report(terminal, options, { pending: error.names }, error.names);
    return EXIT.migrationsPending;
  }
};
