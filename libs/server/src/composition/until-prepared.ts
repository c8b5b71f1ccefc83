import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { ImportRunning } from '@chat-admin/persistence/schema/prepare-database';

const PAUSE_MS = 500;

/** Why a database cannot be used for now. */
export type Obstacle = PendingMigrations | ImportRunning;

/**
 * Looks until the database is prepared. It may be away meanwhile, but not at first.
 * @param onWait called before it is waited, and for another obstacle again
 * @throws what `look` throws otherwise
 */
export async function untilPrepared<T>(
  look: () => Promise<T>,
  onWait: (obstacle: Obstacle) => Promise<void>,
  pauseMs = PAUSE_MS,
): Promise<T> {
  for (let told: string | null = null; ;) {
    try {
      return await look();
    } catch (error) {
      if (isObstacle(error)) {
        if (told !== error.message) await onWait(error);
        told = error.message;
      } else if (told === null || !isDatabaseAway(error)) throw error;
      await pause(pauseMs);
    }
  }
}

const isObstacle = (error: unknown): error is Obstacle =>
  error instanceof PendingMigrations || error instanceof ImportRunning;
