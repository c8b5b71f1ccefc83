import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';

const PAUSE_MS = 500;

/**
 * Looks until the database is prepared. It may be away meanwhile, but not at first.
 * @param onWait called once, before it is waited
 * @throws what `look` throws otherwise
 */
export async function untilPrepared<T>(
  look: () => Promise<T>,
  onWait: () => Promise<void>,
  pauseMs = PAUSE_MS,
): Promise<T> {
  for (let waits = false; ; waits = true) {
    try {
      return await look();
    } catch (error) {
      const mayPass = error instanceof PendingMigrations || (waits && isDatabaseAway(error));
      if (!mayPass) throw error;
      if (!waits) await onWait();
      await pause(pauseMs);
    }
  }
}
