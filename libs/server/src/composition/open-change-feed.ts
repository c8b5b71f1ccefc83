import { ChangeFeed } from '@chat-admin/persistence/database/change-feed';
import { poolOf } from '@chat-admin/persistence/database/pool';
import type { createDataSource } from '@chat-admin/persistence/schema/data-source';
import type { Logger } from 'pino';
import { databaseReason } from './database-faults.js';
import type { ConnectionSettings } from './persistence-settings.js';
import type { WaysToDatabase } from './ways-to-database.js';

/** The feed on the direct address, which the pool sends notices to, so that it is known that they arrive. Not yet started. */
export function changeFeed(
  { databaseUrl, applicationName }: ConnectionSettings,
  ways: WaysToDatabase,
  dataSource: ReturnType<typeof createDataSource>,
  log: Logger,
): ChangeFeed {
  return new ChangeFeed({
    url: databaseUrl,
    servers: ways.direct,
    applicationName: `${applicationName} changes`,
    notify: (statement, values) => poolOf(dataSource).query(statement, [...values]),
    onLoss: (error) =>
      log.warn(`Change notices from the database are not received: ${databaseReason(error)}`),
    onReturn: () => log.info('Change notices from the database are received again'),
  });
}
