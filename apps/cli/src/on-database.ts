import { loadConfig } from '@chat-admin/configuration/load-config';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { openPreparedPersistence } from '@chat-admin/server/composition/open-persistence';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { RequestAuditTrail, withAudit } from '@chat-admin/server/edge/audited-requests';
import { CommonSettings } from '@chat-admin/server/process/common-settings';
import { createLog } from '@chat-admin/server/process/log';
import { CommandAudit } from './command-audit.js';

const POOL_SIZE = 4;

/**
 * Works on the database of the services, which need not run. What `work` changes leaves an audit entry.
 * @param command its words, for the audit entry
 * @throws ConfigurationFaults, DatabaseUnreachable, PendingMigrations, and what `work` throws
 */
export function onDatabase<T>(
  environment: NodeJS.ProcessEnv,
  command: string,
  work: (persistence: Persistence) => Promise<T>,
): Promise<T> {
  return withDatabase(environment, async (url) => {
    const config = loadConfig(CommonSettings, {
      ...environment,
      DATABASE_URL: url,
      DATABASE_URL_FILE: undefined,
    });
    const settings = {
      applicationName: `chat-admin ${command}`,
      databaseUrl: config.databaseUrl,
      databasePoolSize: POOL_SIZE,
      xmppDomain: config.xmppDomain,
    };
    const log = createLog('silent');
    const persistence = await openPreparedPersistence(settings, new RequestAuditTrail(), log);
    try {
      return await withAudit(new CommandAudit(command), () => work(persistence));
    } finally {
      await persistence.close();
    }
  });
}
