import { loadConfig } from '@chat-admin/configuration/load-config';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { openPreparedPersistence } from '@chat-admin/server/composition/open-persistence';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { RequestAuditTrail, withAudit } from '@chat-admin/server/edge/audited-requests';
import { CommonSettings } from '@chat-admin/server/process/common-settings';
import { createLog } from '@chat-admin/server/process/log';
import { CommandAudit } from './command-audit.js';
import type { Described } from './command-audit.js';

const POOL_SIZE = 4;

/**
 * Works on the database of the services, which need not run. What `work` changes leaves an audit entry.
 * @throws ConfigurationFaults, DatabaseUnreachable, PendingMigrations, and what `work` throws
 */
export function onDatabase<T>(
  environment: NodeJS.ProcessEnv,
  described: Described,
  work: (persistence: Persistence) => Promise<T>,
): Promise<T> {
  return withDatabase(environment, async (url) => {
    const { databaseUrl, xmppDomain } = loadConfig(CommonSettings, addressed(environment, url));
    const settings = {
      applicationName: 'chat-admin command',
      databaseUrl,
      databasePoolSize: POOL_SIZE,
      xmppDomain,
    };
    const log = createLog('silent');
    const persistence = await openPreparedPersistence(settings, new RequestAuditTrail(), log);
    try {
      return await withAudit(new CommandAudit(described), () => work(persistence));
    } finally {
      await persistence.close();
    }
  });
}

/** The environment of a service that works on the database at `url`; its owner is the one that it had before. */
export function addressed(environment: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  return {
    ...environment,
    ...{ DATABASE_URL: url, DATABASE_URL_FILE: undefined },
    ...{ DATABASE_DIRECT_URL: undefined, DATABASE_DIRECT_URL_FILE: undefined },
  };
}

/** The environment of a service that works on the database at `url` as its owner, and on no other one. */
export function owning(environment: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  return {
    ...addressed(environment, url),
    ...{ DATABASE_MIGRATION_URL: undefined, DATABASE_MIGRATION_URL_FILE: undefined },
  };
}
