import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { openPersistence } from '@chat-admin/server/composition/open-persistence';
import { RequestAuditTrail } from '@chat-admin/server/edge/audited-requests';
import { createLog } from '@chat-admin/server/process/log';

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
    databaseUrl: config.databaseMigrationUrl ?? config.databaseDirectUrl ?? config.databaseUrl,
    databaseMigrationUrl: null,
    databaseDirectUrl: null,
  };
  const hasher = new ScramPasswordHasher(config.scramIterations);
  const log = createLog('silent');
  const persistence = await openPersistence(settings, hasher, new RequestAuditTrail(), log);
  await persistence.close();
  return { fresh: persistence.firstStart !== null, domain: persistence.domain.name };
}
