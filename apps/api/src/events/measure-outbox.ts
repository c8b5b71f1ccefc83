import type { EventPublisher } from '@chat-admin/persistence/events/event-publisher';
import type { Instruments } from '@chat-admin/server/metrics/instruments';

/** How many events wait for their ids, and for how long. */
export function measureOutbox(instruments: Instruments, publisher: EventPublisher): void {
  instruments.reading('chat_admin_outbox_pending', async () => (await publisher.backlog()).pending);
  instruments.reading(
    'chat_admin_outbox_oldest_seconds',
    async () => (await publisher.backlog()).oldestSeconds,
  );
}
