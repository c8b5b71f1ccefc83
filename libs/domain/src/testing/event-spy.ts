import { EventOutbox } from '../events/event-outbox.js';
import type { NewEvent } from '../events/event-outbox.js';

/** Remembers what it is given. */
export class EventSpy extends EventOutbox {
  readonly added: NewEvent[] = [];

  add(event: NewEvent): Promise<void> {
    this.added.push(event);
    return Promise.resolve();
  }
}
