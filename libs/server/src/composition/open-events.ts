import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { EventLog, EventNews } from '@chat-admin/domain/events/event-log';
import type { EventOutbox } from '@chat-admin/domain/events/event-outbox';
import type { ChangeFeed } from '@chat-admin/persistence/database/change-feed';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import { EventPublisher } from '@chat-admin/persistence/events/event-publisher';
import { PostgresEventLog } from '@chat-admin/persistence/events/postgres-event-log';
import { PostgresEventOutbox } from '@chat-admin/persistence/events/postgres-event-outbox';
import type { Logger } from 'pino';
import { databaseReason } from './database-faults.js';

/** The stored events. Contract: extensions E8 */
export interface EventParts {
  readonly events: EventOutbox;
  readonly eventLog: EventLog;
  readonly eventNews: EventNews;
  /** not started */
  readonly eventPublisher: EventPublisher;
}

export function openEvents(
  db: CurrentTransaction,
  feed: ChangeFeed,
  trail: AuditTrail,
  log: Logger,
): EventParts {
  return {
    events: new PostgresEventOutbox(db, trail),
    eventLog: new PostgresEventLog(db),
    eventNews: { subscribe: (listener) => feed.onEvents(listener) },
    eventPublisher: new EventPublisher(db, feed, (error) =>
      log.warn(`Events could not be published: ${databaseReason(error)}`),
    ),
  };
}
