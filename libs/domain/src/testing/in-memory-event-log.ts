import { EventLog } from '../events/event-log.js';
import type { EventsAsked, StoredEvents } from '../events/event-log.js';
import type { StoredEvent } from '../events/event.js';

/** Events that a test puts there. */
export class InMemoryEventLog extends EventLog {
  events: StoredEvent[] = [];
  forgotten = 0;

  read({ after, types, limit }: EventsAsked): Promise<StoredEvents> {
    const events = this.events
      .filter(({ id, type }) => id > after && (types === null || types.includes(type)))
      .slice(0, limit);
    return Promise.resolve({ events, forgotten: this.forgotten, last: this.last });
  }

  find(ids: readonly number[]): Promise<readonly StoredEvent[]> {
    return Promise.resolve(this.events.filter(({ id }) => ids.includes(id)));
  }

  forget(): Promise<number> {
    return Promise.resolve(0);
  }

  private get last(): number {
    return this.events.at(-1)?.id ?? this.forgotten;
  }
}
