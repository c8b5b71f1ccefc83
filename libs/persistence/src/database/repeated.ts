import { setTimeout as pause } from 'node:timers/promises';
import { isRepeatable } from './database-error.js';

/** Also for statements that are transactions themselves. */
export const MAX_ATTEMPTS = 5;

/** Runs a transaction again that has failed only because of concurrent ones. */
export async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}
