import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import {
  prepareDatabase,
  usePreparedDatabase,
} from '@chat-admin/persistence/schema/prepare-database';
import type { PreparedDatabase } from '@chat-admin/persistence/schema/prepare-database';
import { DatabaseServers } from '@chat-admin/persistence/database/database-servers';
import { DEFAULT_DOMAIN } from '../process/common-settings.js';
import type { ConnectionSettings, PersistenceSettings } from './persistence-settings.js';
import { requireSession } from './ways-to-database.js';

/** Prepares the database with the role that may change it. */
export async function prepareAsOwner(
  dataSource: ReturnType<typeof createDataSource>,
  seed: Parameters<typeof prepareDatabase>[1],
  { databaseMigrationUrl, databaseDirectUrl, applicationName }: PersistenceSettings,
): Promise<PreparedDatabase> {
  const url = databaseMigrationUrl || databaseDirectUrl;
  if (!url) return prepareDatabase(dataSource, seed);
  const servers = new DatabaseServers(url);
  if (databaseMigrationUrl) await requireSession(servers, 'DATABASE_MIGRATION_URL');
  const owner = createDataSource({ url, servers, poolSize: 1, applicationName });
  try {
    const prepared = await prepareDatabase(owner, seed);
    await usePreparedDatabase(dataSource, seed);
    return prepared;
  } finally {
    if (owner.isInitialized) await owner.destroy();
  }
}

export const domainOf = ({ xmppDomain }: ConnectionSettings) => ({
  domain: xmppDomain ?? DEFAULT_DOMAIN,
  configuredDomain: xmppDomain !== null,
});
