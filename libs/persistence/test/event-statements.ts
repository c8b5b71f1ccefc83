import { EventPublisher } from '../src/events/event-publisher.js';
import { PostgresEventLog } from '../src/events/postgres-event-log.js';
import { PostgresEventOutbox } from '../src/events/postgres-event-outbox.js';
import type { OpenDatabase } from './open-database.js';

/** Uses each statement about events. */
export async function useEvents({ db, audit }: OpenDatabase): Promise<void> {
  const outbox = new PostgresEventOutbox(db, audit);
  await outbox.add({ type: 'session.closed', object: '/sessions/user70' });
  await db.run(
    { name: 'event-publish', text: 'select published, rest from publish_events($1)' },
    [2000],
  );
  const log = new PostgresEventLog(db);
  await log.read({ after: 0, types: null, limit: 100 });
  await log.read({ after: 0, types: ['session.closed'], limit: 100 });
  await log.find([1, 2]);
  await new EventPublisher(db, {} as never).backlog();
  await log.forget(7, 1000);
}
