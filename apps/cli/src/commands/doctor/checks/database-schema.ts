import { ownCommand } from '@chat-admin/configuration/own-command';
import { PendingMigrations, requireMigrated } from '@chat-admin/persistence/schema/migrate';
import { UnusableDatabase } from '@chat-admin/persistence/schema/unusable-database';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const databaseSchema: Check = {
  code: 'database/schema',
  examine: async (deployment) => {
    const database = await deployment.database();
    const runner = database.createQueryRunner();
    try {
      const { isNewer } = await requireMigrated(database, runner);
      return ok(
        `The schema is ${isNewer ? 'newer, and one that this version can use' : 'that of this version'}`,
      );
    } catch (error) {
      if (error instanceof PendingMigrations) {
        return fault(`Pending: ${some(error.names)}`, 'shell', ownCommand('migrate'));
      }
      if (error instanceof UnusableDatabase) {
        return fault(error.message, 'shell', 'apt-get install --only-upgrade chat-admin');
      }
      throw error;
    } finally {
      await runner.release();
    }
  },
};
