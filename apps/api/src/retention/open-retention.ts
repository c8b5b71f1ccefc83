import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { Logger } from 'pino';
import { Retention } from './retention.js';
import { expiringData } from './expiring-data.js';

/** Deletes what is past its retention, and tells of it. */
export function openRetention(
  persistence: Persistence,
  settings: Parameters<typeof expiringData>[1],
  log: Pick<Logger, 'info' | 'warn'>,
  instruments: Instruments,
): Retention {
  const removed = instruments.counter('chat_admin_messages_removed_total').of('retention');
  return new Retention(expiringData(persistence, settings), persistence.properties, {
    forgotten: ({ what, messages }, amount) => {
      log.info(`${amount} ${what} past their retention were deleted`);
      if (messages) removed.count += amount;
    },
    failed: (what, error) => log.warn(error, `Old ${what} could not be deleted`),
  });
}
